"""Networks that begin as those tileref comes with, so that training goes on where it ended instead of from nothing.

The models are in eight bits and have no normalisation left in them: it was folded into the convolutions. Training needs
it back, so it is given what it finds in examples, in such a way that the network answers as before.
"""

from collections.abc import Iterable, Iterator

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from tileref.models.cards import load_model


def inherit(network: nn.Module, name: str, examples: Iterable[Tensor]) -> None:
    """Give a network the weights of the model of this name, but for layers that have another size now. `examples` are
    batches of what it will see."""
    shifts: dict[nn.Module, Tensor] = {}
    modules = dict(network.named_modules())
    for layer_name, weight, bias in _layers(load_model(name).weights):
        layer = modules[layer_name]
        if layer.weight.shape != weight.shape:
            continue
        layer.weight.data.copy_(weight)
        if layer.bias is not None:
            layer.bias.data.copy_(bias)
        else:
            # In a sequence of a convolution and its normalisation, the one comes right after the other.
            parent, _, place = layer_name.rpartition(".")
            shifts[modules[f"{parent}.{int(place) + 1}"]] = bias
    _normalise(network, shifts, examples)


def _layers(weights: bytes) -> Iterator[tuple[str, Tensor, Tensor]]:
    """The layers of a model with the names they had when it was trained, their weights and biases."""
    graph = onnx.load_from_string(weights).graph
    numbers = {item.name: torch.from_numpy(numpy_helper.to_array(item).copy()) for item in graph.initializer}
    # What the network answers is in floating point, all else in eight bits.
    made = numbers | {
        node.output[0]: _whole(*(numbers[part] for part in node.input[:2]))
        for node in graph.node
        if node.op_type == "DequantizeLinear" and node.input[0] in numbers
    }
    for node in graph.node:
        if node.op_type in ("Conv", "Gemm"):
            # "/down8/down8.1/first/first.0/Conv": each part repeats the one before unless it is a name of its own.
            parts: list[str] = []
            for part in node.name.split("/")[1:-1]:
                if parts and part.startswith(f"{parts[-1]}."):
                    parts[-1] = part
                else:
                    parts.append(part)
            yield ".".join(parts), made[node.input[1]], made[node.input[2]]


def _whole(counts: Tensor, scale: Tensor) -> Tensor:
    return counts.float() * scale.reshape(-1, *[1] * (counts.dim() - 1))


def _normalise(network: nn.Module, shifts: dict[nn.Module, Tensor], examples: Iterable[Tensor]) -> None:
    """Set normalisations so that each only adds its shift, as long as its input is spread as in the examples."""
    seen: dict[nn.Module, list[tuple[Tensor, Tensor]]] = {norm: [] for norm in shifts}

    def watch(norm: nn.Module, inputs: tuple[Tensor, ...], _: Tensor) -> Tensor:
        (x,) = inputs
        seen[norm].append((x.mean(dim=(0, 2, 3)), (x**2).mean(dim=(0, 2, 3))))
        return x + shifts[norm].reshape(1, -1, 1, 1)

    hooks = [norm.register_forward_hook(watch) for norm in shifts]
    with torch.no_grad():
        for batch in examples:
            network(batch)
    for hook in hooks:
        hook.remove()
    for norm, moments in seen.items():
        mean = torch.stack([first for first, _ in moments]).mean(dim=0)
        variance = (torch.stack([second for _, second in moments]).mean(dim=0) - mean**2).clamp(min=0)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.data.copy_((variance + norm.eps).sqrt())
        norm.bias.data.copy_(shifts[norm] + mean)
