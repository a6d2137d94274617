"""How others at the table join: the address in the local network, a certificate of our own, links with their codes."""

import ipaddress
import os
import socket
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import BytesIO, StringIO
from pathlib import Path

import segno
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tileref.files import FileError, read_bytes, write_bytes
from tileref.web.access import Role
from tileref.web.shapes import LinkShape

DAYS = 397
"""How long a certificate holds. Fewer, and phones must be told to trust it anew in the middle of a season; more, and
some of them never do."""

_RENEWED = timedelta(days=30)
_LARGEST = 100_000
# Nothing is sent there: asking how one would get there tells our own address.
_SOMEWHERE = ("192.0.2.1", 9)


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate of our own and its key, as files, and the fingerprint by which people can know it."""

    file: Path
    key: Path
    fingerprint: str


def find_address() -> str:
    """The address of this computer in the local network; a FileError where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_SOMEWHERE)
            address = str(probe.getsockname()[0])
        except OSError:
            address = "0.0.0.0"
    if ipaddress.ip_address(address).is_unspecified or ipaddress.ip_address(address).is_loopback:
        raise FileError("this computer is in no network that a phone could join; without --share the page works here")
    return address


def find_certificate(folder: Path, names: Sequence[str], *, now: datetime | None = None) -> Certificate:
    """The certificate in a folder if it holds for these names and a while yet, else a new one."""
    now = now or datetime.now(UTC)
    file, key = folder / "certificate.pem", folder / "key.pem"
    kept = _read(file) if key.is_file() else None
    if kept is None or not _is_good(kept, names, now):
        kept = _make(file, key, names, now)
    digest = kept.fingerprint(hashes.SHA256()).hex().upper()
    return Certificate(file, key, ":".join(digest[at : at + 2] for at in range(0, len(digest), 2)))


def make_links(base: str, table: str, tokens: Mapping[Role, str]) -> tuple[LinkShape, ...]:
    """A link for each role: the token stands where no server ever sees it, and no log."""
    return tuple(_link(role, f"{base}/t/{table}#token={token}") for role, token in tokens.items())


def draw_code(url: str) -> str:
    """The code of a link for a terminal."""
    drawing = StringIO()
    segno.make(url, micro=False).terminal(out=drawing, compact=True)
    return drawing.getvalue()


def _link(role: Role, url: str) -> LinkShape:
    drawing = BytesIO()
    segno.make(url, micro=False).save(
        drawing, kind="svg", xmldecl=False, scale=4, dark="#000", light="#fff", omitsize=True
    )
    return LinkShape(role=role.value, url=url, qr_svg=drawing.getvalue().decode())


def _read(file: Path) -> x509.Certificate | None:
    try:
        return x509.load_pem_x509_certificate(read_bytes(file, largest=_LARGEST))
    except (FileError, ValueError):
        # Whatever it is, it is ours to replace.
        return None


def _is_good(certificate: x509.Certificate, names: Sequence[str], now: datetime) -> bool:
    try:
        held = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return False
    known = {str(name.value) for name in held}
    return set(names) <= known and certificate.not_valid_after_utc - _RENEWED > now >= certificate.not_valid_before_utc


def _make(file: Path, key_file: Path, names: Sequence[str], now: datetime) -> x509.Certificate:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "tileref")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName(list(_general_names(names))), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    encoded = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    _write_secret(key_file, encoded)
    write_bytes(file, certificate.public_bytes(serialization.Encoding.PEM))
    return certificate


def _general_names(names: Sequence[str]) -> Iterator[x509.GeneralName]:
    for name in names:
        try:
            yield x509.IPAddress(ipaddress.ip_address(name))
        except ValueError:
            yield x509.DNSName(name)


def _write_secret(file: Path, data: bytes) -> None:
    """Put data in a file that nobody else may read, at no moment."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as secret:
            secret.write(data)
    except OSError as error:
        raise FileError(
            f"{str(file)!r} cannot be written: {(error.strerror or type(error).__name__).lower()}"
        ) from None
