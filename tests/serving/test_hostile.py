"""Requests that mean harm (`hostile.yaml`): refused in a line of JSON, or answered as any other."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from http.client import BadStatusLine, HTTPResponse
from pathlib import Path
from typing import Any

import pytest
import yaml
from building import nizatidine, published

from bench.served import Reply, Server, reply_of, running
from monograph_qa.serving.tokens import Role, add_token, read_tokens

_CASES = yaml.safe_load(Path(__file__).with_name("hostile.yaml").read_text(encoding="utf-8"))
_ARRIVAL = "1.5"  # seconds that a request may take, where it is sent slowly
_TELLTALE = ("Traceback", 'File "', ".py", "site-packages", "/tmp", "/usr", "/root", "sqlite")
_STRICT = ("content-security-policy", "x-content-type-options", "referrer-policy", "cache-control")
_STAND_INS = {
    "LONG1001": "a" * 1001,
    "LONG": "a" * 9000,
    "DIGITS": "0" * 5000,
    "CHUNKS": "1000\r\n" + "x" * 4096 + "\r\n",
    "HEAD": "h" * 200_000,
    "MANY": "".join(f"X-{at}: y\r\n" for at in range(2000)),
}


@dataclass(frozen=True)
class Attacked:
    guarded: Server
    open: Server
    hasty: Server
    tokens: dict[str, str]
    fact_id: str


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attacked]:
    """A server with tokens, one without, and one that does not wait."""
    where = tmp_path_factory.mktemp("hostile")
    axid = nizatidine()
    folder = published(where / "library", axid)
    file = where / "tokens.json"
    tokens = {
        "asker": add_token(file, "asker", [Role.ASK]),
        "auditor": add_token(file, "auditor", [Role.AUDIT]),
        "stranger": "of another server",
        "hash": "",
    }
    tokens["hash"] = next(iter(read_tokens(file)))
    env = {"MONOGRAPH_QA_SERVE_ARRIVAL": "60", "MONOGRAPH_QA_SERVE_BURST": "100000"}
    soon = {**env, "MONOGRAPH_QA_SERVE_ARRIVAL": _ARRIVAL}
    with (
        running(str(folder), "--tokens", str(file), **env) as guarded,
        running(str(folder), **env) as guest,
        running(str(folder), **soon) as hasty,
    ):
        yield Attacked(guarded, guest, hasty, tokens, axid.facts[0].fact_id)
        for each in (guarded, guest, hasty):
            assert each.get("/health").status == 200  # still there, whatever was sent
            each.process.terminate()
            _, told = each.process.communicate(timeout=60)
            assert "Traceback" not in told, told


@pytest.mark.parametrize("case", _CASES, ids=[case["name"] for case in _CASES])
def test_a_hostile_request_gets_nothing(case: dict[str, Any], attacked: Attacked) -> None:
    kinds = {"guest": attacked.open, "slow": attacked.hasty, "drip": attacked.hasty}
    server = next((kinds[kind] for kind in kinds if case.get(kind)), attacked.guarded)
    reply = _sent(case, server, attacked)
    allowed = case.get("status", [])
    status = reply.status if reply else 0
    assert status in (allowed if isinstance(allowed, list) else [allowed])
    if reply is None:
        return
    said = reply.body.decode()
    for word in (*_TELLTALE, *attacked.tokens.values(), *case.get("without", ())):
        assert word not in said
    assert "server" not in reply.headers
    if reply.headers.get("content-type") == "application/json":
        assert reply.headers.keys() >= set(_STRICT)
        assert reply.status == 200 or reply.json.keys() == {"error"}
    else:
        assert said == "Invalid HTTP request received."  # by which HTTP itself was refused
    if "type" in case:
        assert reply.headers["content-type"] == case["type"]


def test_who_asks_too_often_waits(attacked: Attacked, tmp_path: Path) -> None:
    folder = published(tmp_path / "library", nizatidine())
    env = {"MONOGRAPH_QA_SERVE_RATE": "1", "MONOGRAPH_QA_SERVE_BURST": "3"}
    with running(str(folder), **env) as server:
        replies = [server.get("/labels") for _ in range(3)]
        assert [each.status for each in replies] == [200, 200, 200]
        while replies[-1].status == 200:  # a machine so busy that it takes a second may go on
            replies.append(server.get("/labels"))
        assert replies[-1].status == 429
        time.sleep(float(replies[-1].headers["retry-after"]))
        assert server.get("/labels").status == 200


def test_every_answer_forbids_what_a_page_could_do(attacked: Attacked) -> None:
    for path in ("/health", "/nowhere", "/openapi.json"):
        headers = attacked.guarded.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'none'")
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_a_browser_s_token_is_out_of_reach_of_scripts(attacked: Attacked) -> None:
    token = attacked.tokens["asker"]
    kept = attacked.guarded.post("/session", {"token": token})
    cookie = kept.headers["set-cookie"]
    assert kept.status == 204 and "HttpOnly" in cookie and "SameSite=strict" in cookie
    sent = cookie.partition(";")[0]
    assert attacked.guarded.get("/labels", Cookie=sent).status == 200
    assert attacked.guarded.get("/audit", Cookie=sent).status == 403
    gone = attacked.guarded.send("DELETE", "/session", None, None, Cookie=sent)
    assert "Max-Age=0" in gone.headers["set-cookie"]


def _sent(case: dict[str, Any], server: Server, attacked: Attacked) -> Reply | None:
    """What comes back, None where the connection is closed without a word."""
    with socket.create_connection((server.host, server.port), timeout=30) as connection:
        with suppress(OSError):  # closed already: what was said before that still counts
            connection.sendall(_request(case, server, attacked))
            for _ in range(20 if case.get("drip") else 0):
                connection.sendall(b"1")
                time.sleep(0.2)
        response = HTTPResponse(connection, method=case.get("method"))
        try:
            response.begin()
            return reply_of(response)
        except (ConnectionError, BadStatusLine):
            return None


def _request(case: dict[str, Any], server: Server, attacked: Attacked) -> bytes:
    if "raw" in case:
        raw: str = case["raw"]
        for name in ("DIGITS", "HEAD", "MANY"):
            raw = raw.replace(name, _STAND_INS[name])
        return raw.replace("CHUNKS", _STAND_INS["CHUNKS"] * 40).encode("latin-1")
    if case.get("drip"):
        head = "POST /ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
        return head.encode()
    body = _body(case)
    headers = {
        "Host": f"localhost:{server.port}",
        "Connection": "close",
        **({"Content-Type": "application/json"} if body else {}),
        **{name: said * 1000 for name, said in case.get("repeat", {}).items()},
    }
    token = case.get("token", "asker")
    if token != "none":
        headers["Authorization"] = f"Bearer {attacked.tokens[token]}"
    headers |= case.get("headers", {})
    if body is not None:
        headers["Content-Length"] = str(len(body))
    method = case.get("method") or ("GET" if body is None else "POST")
    path = case["path"].replace("FACT", attacked.fact_id).replace("LONG", _STAND_INS["LONG"])
    path = path.replace("TOKEN", attacked.tokens["asker"])
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {said}" for name, said in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + (body or b"")


def _body(case: dict[str, Any]) -> bytes | None:
    deep: int = case.get("deep", 0)
    digits: int = case.get("digits", 0)
    if deep or digits:
        return b'{"question": ' + b"[" * deep + b"1" * digits + b"]" * deep + b"}"
    value = {"question": "a" * case["size"]} if "size" in case else case.get("json")
    body: str | None = case.get("body") if value is None else json.dumps(value)
    return body.replace("LONG1001", _STAND_INS["LONG1001"]).encode() if body is not None else None
