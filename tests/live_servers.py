"""Cameras in the network, for tests: small real servers on this machine that can be told to fail."""

import hashlib
import itertools
import re
import socket
import struct
import tempfile
import threading
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tileref.vision.quiet import QUIET

Pixels = NDArray[np.uint8]

_BITS = 16


def draw_number(number: int, width: int = 320, height: int = 240) -> Pixels:
    """A picture that shows its own number, in broad black and white bars that any codec keeps."""
    image = np.full((height, width, 3), 128, np.uint8)
    for bit in range(_BITS):
        left, right = (width * place // _BITS for place in (bit, bit + 1))
        image[height // 4 :, left:right] = 220 if number >> bit & 1 else 40
    return image


def read_number(image: Pixels) -> int:
    """The number that a picture shows."""
    height, width = image.shape[:2]
    middles = [width * (2 * bit + 1) // (2 * _BITS) for bit in range(_BITS)]
    return sum(1 << bit for bit, middle in enumerate(middles) if image[height * 3 // 4, middle].mean() > 128)


def encode_number(number: int, width: int = 320, height: int = 240) -> bytes:
    """Such a picture as a JPEG."""
    return cv2.imencode(".jpg", draw_number(number, width, height))[1].tobytes()


class Fault(Enum):
    """What a camera may do instead of showing the table."""

    STALLS = auto()
    BREAKS_OFF = auto()
    REFUSES = auto()
    GARBAGE = auto()
    CUT_SHORT = auto()
    BLACK = auto()
    STAMP = auto()
    FROZEN = auto()
    BABBLES = auto()


class MjpegServer(ThreadingHTTPServer):
    """A camera that sends JPEGs over HTTP; each shows how many came before it, whoever they were sent to."""

    daemon_threads = True
    # Each connection is waited for at the end, so that none is left over.
    block_on_close = True
    request_queue_size = 50

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.fault: Fault | None = None
        self.size = (320, 240)
        self.with_lengths = True
        self.content = b""
        self.content_type = "multipart/x-mixed-replace; boundary=frame"
        self.password = ""
        self.digests = False
        self.pace = 0.01
        self.sent = 0
        self.stopping = threading.Event()
        self.numbers = itertools.count()

    def handle_error(self, *_: object) -> None:
        """Nothing: clients leave whenever they like."""

    def url(self, path: str = "/video", user: str = "") -> str:
        """The address; `user` may be a name and password."""
        return f"http://{user + '@' if user else ''}127.0.0.1:{self.server_port}{path}"


class _Handler(BaseHTTPRequestHandler):
    server: MjpegServer

    def log_message(self, *_: object) -> None:
        """Nothing."""

    def do_GET(self) -> None:
        server = self.server
        if server.fault is Fault.REFUSES:
            self.send_error(503)
            return
        if server.password and not self._is_allowed(self.headers["Authorization"] or ""):
            self.send_response(401)
            asks = 'Digest realm="camera", nonce="once", qop="auth"' if server.digests else 'Basic realm="camera"'
            self.send_header("WWW-Authenticate", asks)
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Type", server.content_type)
        self.end_headers()
        if server.content:
            while not server.stopping.wait(server.pace):
                self.wfile.write(server.content)
            return
        frozen = encode_number(next(server.numbers))
        while server.fault not in (Fault.BREAKS_OFF, Fault.REFUSES) and not server.stopping.wait(server.pace):
            match server.fault:
                case Fault.STALLS:
                    continue
                case Fault.GARBAGE:
                    self._send(b"no picture at all")
                case Fault.CUT_SHORT:
                    self._send(encode_number(next(server.numbers))[:-200])
                case Fault.BLACK:
                    self._send(cv2.imencode(".jpg", np.full((240, 320, 3), 3, np.uint8))[1].tobytes())
                case Fault.STAMP:
                    self._send(encode_number(next(server.numbers), 64, 48))
                case Fault.FROZEN:
                    self._send(frozen)
                case Fault.BABBLES:
                    self.wfile.write(b"\0" * 1000)
                case None:
                    number = next(server.numbers)
                    self._send(encode_number(number, *server.size))
                    server.sent = number

    def _is_allowed(self, answer: str) -> bool:
        """Whether an answer holds anna's password, in the way that was asked for."""
        if not self.server.digests:
            return answer == "Basic " + b64encode(f"anna:{self.server.password}".encode()).decode()
        said = dict(re.findall(r'(\w+)="?([^",]*)', answer))
        if not said:
            return False
        secret = _md5(f"anna:camera:{self.server.password}")
        asked = _md5(f"GET:{self.path}")
        return bool(said["response"] == _md5(f"{secret}:once:{said['nc']}:{said['cnonce']}:auth:{asked}"))

    def _send(self, picture: bytes) -> None:
        length = f"Content-Length: {len(picture)}\r\n" if self.server.with_lengths else ""
        self.wfile.write(f"--frame\r\nContent-Type: image/jpeg\r\n{length}\r\n".encode() + picture + b"\r\n")


def _md5(text: str) -> str:
    return hashlib.md5(text.encode()).hexdigest()


@contextmanager
def mjpeg_server() -> Iterator[MjpegServer]:
    """A camera that sends JPEGs over HTTP; when it ends, nothing of it is left."""
    with MjpegServer() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            server.stopping.set()
            server.shutdown()
            thread.join()


def record_stream(pictures: int) -> bytes:
    """An MPEG transport stream of numbered pictures, as cameras send it."""
    with tempfile.TemporaryDirectory() as folder, QUIET:
        file = Path(folder) / "stream.ts"
        writer = cv2.VideoWriter(str(file), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"mp4v"), 25.0, (320, 240))
        for number in range(pictures):
            writer.write(draw_number(number))
        writer.release()
        return file.read_bytes()


@dataclass(frozen=True, slots=True)
class RtspServer:
    """A camera that sends over RTSP; while it is `silent`, it stays connected and sends nothing."""

    url: str
    silent: threading.Event


@contextmanager
def rtsp_server(stream: bytes) -> Iterator[RtspServer]:
    """A camera that sends a transport stream over RTSP, again and again, to one client at a time."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(0.05)
    stopping, silent = threading.Event(), threading.Event()

    def serve() -> None:
        while not stopping.is_set():
            try:
                client, _ = listener.accept()
            except TimeoutError:
                continue
            with client:
                try:
                    _serve_rtsp(client, stream, stopping, silent)
                except OSError:
                    continue

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield RtspServer(f"rtsp://127.0.0.1:{listener.getsockname()[1]}/table", silent)
    finally:
        stopping.set()
        thread.join()
        listener.close()


def _serve_rtsp(client: socket.socket, stream: bytes, stopping: threading.Event, silent: threading.Event) -> None:
    client.settimeout(1)
    with client.makefile("rb") as requests:
        while line := requests.readline():
            method = line.split()[0]
            headers: dict[bytes, bytes] = {}
            while header := requests.readline().strip():
                name, _, value = header.partition(b":")
                headers[name.lower()] = value.strip()
            more, body = b"", b""
            if method == b"OPTIONS":
                more = b"Public: DESCRIBE, SETUP, PLAY\r\n"
            elif method == b"DESCRIBE":
                body = b"v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=table\r\nt=0 0\r\n"
                body += b"m=video 0 RTP/AVP 33\r\na=control:video\r\n"
                more = b"Content-Type: application/sdp\r\nContent-Length: %d\r\n" % len(body)
            elif method == b"SETUP":
                more = b"Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 1\r\n"
            client.sendall(b"RTSP/1.0 200 OK\r\nCSeq: %s\r\n%s\r\n%s" % (headers[b"cseq"], more, body))
            if method == b"PLAY":
                break
    packets = [stream[start : start + 1316] for start in range(0, len(stream), 1316)]
    for sequence, packet in enumerate(itertools.cycle(packets)):
        while stopping.wait(0.005) or silent.is_set():
            if stopping.is_set():
                return
        rtp = struct.pack(">BBHII", 0x80, 33, sequence & 0xFFFF, sequence * 450 & 0xFFFFFFFF, 7) + packet
        client.sendall(struct.pack(">cBH", b"$", 0, len(rtp)) + rtp)
