"""Networks that run. The only module that knows onnxruntime."""

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from tileref.models.cards import load_model

Array = NDArray[np.float32]


class Network:
    """A model that tileref comes with, on at most so many threads."""

    def __init__(self, name: str, *, threads: int = 2) -> None:
        model = load_model(name)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # Threads that spin while they wait would take the cores from whoever else needs them.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self.card = model.card
        self._session = onnxruntime.InferenceSession(model.weights, options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name

    def run(self, x: Array) -> list[Array]:
        """What the network answers."""
        return [np.asarray(output, np.float32) for output in self._session.run(None, {self._input: x})]
