"""Others at the table: tokens, the certificate, links and codes, and the command that serves it all."""

import json
import os
import re
import signal
import ssl
import stat
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from tileref.files import FileError
from tileref.web.access import Access, Role, make_tokens, may_act
from tileref.web.share import DAYS, draw_code, find_address, find_certificate, make_links

NOW = datetime(2026, 3, 1, tzinfo=UTC)
NAMES = ("192.168.1.5", "127.0.0.1", "localhost")


def test_tokens_are_made_anew_and_are_no_two_alike() -> None:
    tokens = [token for _ in range(3) for token in make_tokens().values()]
    assert len(set(tokens)) == 9
    assert all(len(token) >= 32 for token in tokens)


def test_each_token_stands_for_its_role_and_nothing_else_for_any() -> None:
    tokens = make_tokens()
    access = Access("https", 8123, tokens=tokens)
    assert {role: access.role_of(token) for role, token in tokens.items()} == {role: role for role in Role}
    for wrong in ("", "x", tokens[Role.CONTROL][:-1], tokens[Role.CONTROL] + "x", "ё\udcff"):
        assert access.role_of(wrong) is None


def test_only_control_changes_anything() -> None:
    assert [role for role in Role if may_act(role, "POST")] == [Role.CONTROL]
    assert [role for role in Role if may_act(role, "GET")] == list(Role)


def test_a_certificate_is_kept_and_its_key_is_nobody_elses(tmp_path: Path) -> None:
    first = find_certificate(tmp_path / "tls", NAMES, now=NOW)
    assert stat.S_IMODE(first.key.stat().st_mode) == 0o600
    again = find_certificate(tmp_path / "tls", NAMES, now=NOW + timedelta(days=DAYS - 40))
    assert again.fingerprint == first.fingerprint
    assert re.fullmatch("([0-9A-F]{2}:){31}[0-9A-F]{2}", first.fingerprint)
    ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(first.file, first.key)


@pytest.mark.parametrize("change", ["old", "other address", "damaged", "no key"])
def test_a_certificate_that_will_not_do_is_made_anew(tmp_path: Path, change: str) -> None:
    first = find_certificate(tmp_path, NAMES, now=NOW)
    names: tuple[str, ...] = NAMES
    now = NOW
    match change:
        case "old":
            now = NOW + timedelta(days=DAYS - 10)
        case "other address":
            names = ("10.0.0.7", *NAMES)
        case "damaged":
            first.file.write_bytes(b"garbage")
        case "no key":
            first.key.unlink()
    second = find_certificate(tmp_path, names, now=now)
    assert second.fingerprint != first.fingerprint
    assert find_certificate(tmp_path, names, now=now).fingerprint == second.fingerprint


def test_the_token_of_a_link_stands_where_no_server_sees_it() -> None:
    links = make_links("https://192.168.1.5:8123", "porch", {Role.VIEW: "secret"})
    (link,) = links
    assert link.url == "https://192.168.1.5:8123/t/porch#token=secret"
    assert link.qr_svg.startswith("<svg")
    assert "style=" not in link.qr_svg
    assert draw_code(link.url).count("\n") > 10


class _Command:
    """`tileref watch` in a process of its own, which does not outlive the test."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        environment = os.environ | {"TILEREF_DATA": str(folder), "LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-c", "from tileref.cli import main; main()", "watch", "--port", "0", *arguments]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", env=environment
        )

    def __enter__(self) -> "_Command":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()

    def read_until(self, pattern: str) -> re.Match[str]:
        """What it printed last."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(pattern, line):
                return found
        raise AssertionError(self.process.communicate()[1])

    def end(self, how: signal.Signals) -> tuple[int, str, str]:
        """Its exit code and what it printed, once it was told to end."""
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=30)
        return self.process.returncode, out, err


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_page_is_served_without_a_source_and_ends_when_it_is_told_to(tmp_path: Path, how: signal.Signals) -> None:
    with _Command(tmp_path) as command:
        url = command.read_until(r"http://127\.0\.0\.1:\d+/")[0]
        with httpx.Client(base_url=url, verify=False, timeout=30) as client:
            state = client.post("/api/tables/table", json={"players": ["Anna", "Boris"]}).json()
            client.post("/api/tables/table/orders", json={"order": "opener Boris"})
        code, out, err = command.end(how)
    assert (code, err) == (0, "")
    assert "matches are kept" in out
    with _Command(tmp_path, "--resume") as command:
        url = command.read_until(r"http://127\.0\.0\.1:\d+/")[0]
        with httpx.Client(base_url=url, verify=False, timeout=30) as client:
            again = client.get("/api/tables/table").json()
    assert (again["match"], again["opener"]) == (state["match"], 1)


@pytest.mark.slow
def test_shared_it_is_encrypted_and_everybody_needs_a_link(tmp_path: Path) -> None:
    try:
        address = find_address()
    except FileError as error:
        pytest.skip(str(error))
    links = {}
    with _Command(tmp_path, "--share") as command:
        for _ in Role:
            found = command.read_until(rf"(https://{re.escape(address)}:\d+)/t/table#token=(\S+)")
            links[found[2]] = found[1]
        trust = ssl.create_default_context(cafile=str(tmp_path / "tls/certificate.pem"))
        control, *_ = links
        with httpx.Client(base_url=links[control], verify=trust, timeout=30) as client:
            assert client.get("/").status_code == 200
            assert client.get("/api/me").status_code == 401
            shown = [{"authorization": f"Bearer {token}"} for token in links]
            roles = [client.get("/api/me", headers=token).json()["role"] for token in shown]
            assert roles == ["control", "camera", "view"]
            shared = client.get("/api/share", params={"token": control}).json()
            assert [link["role"] for link in shared["links"]] == roles
            assert client.get("/api/me", headers={"host": "evil.example"}).status_code == 421
        code, _, err = command.end(signal.SIGTERM)
    assert code == 0
    refused = [json.loads(line.removeprefix("tileref: ")) for line in err.splitlines()]
    assert [line["status"] for line in refused] == [401, 421]
    assert not any(token in err for token in links)


@pytest.mark.parametrize(
    ("arguments", "part"),
    [(("--table", "Küche"), "a to z"), (("--events", "-"), "at the terminal"), (("--resume",), "No match was left")],
)
def test_what_cannot_be_served_is_said_in_a_sentence(tmp_path: Path, arguments: tuple[str, ...], part: str) -> None:
    with _Command(tmp_path, *arguments) as command:
        out, err = command.process.communicate(timeout=60)
    assert (command.process.returncode, out) == (2, "")
    assert part in err
    assert "Traceback" not in err
