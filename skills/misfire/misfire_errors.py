"""Errors that reach every model, for MCP servers in Python. The twin of `misfire/errors`; copy this file into your server.

    from misfire_errors import tool_error

    @mcp.tool()
    def book(nights: int) -> CallToolResult:
        return tool_error("rate_limited", "Too many bookings", retry_after_ms=5000)

`tool_error` returns a `CallToolResult` where the `mcp` package is installed, else a dict of the same shape.
`rpc_error` returns the `error` of a JSON-RPC response, `problem` a status, headers and a body for HTTP.
"""

import json
import math
import re

STATUSES = {
    "validation": 422,
    "unauthorized": 401,
    "forbidden": 403,
    "approval_required": 403,
    "not_found": 404,
    "conflict": 409,
    "rate_limited": 429,
    "timeout": 504,
    "too_large": 413,
    "unsupported": 501,
    "not_ready": 503,
    "dependency": 502,
    "unavailable": 503,
    "internal": 500,
    "terminal": 422,
}

# Classes where the same call may pass later.
WAITING = {"rate_limited", "timeout", "not_ready", "dependency", "unavailable", "internal", "conflict"}

TITLES = {
    "validation": "Invalid arguments",
    "unauthorized": "Not signed in",
    "forbidden": "Not allowed",
    "approval_required": "Approval required",
    "not_found": "Not found",
    "conflict": "Conflict",
    "rate_limited": "Rate limited",
    "timeout": "Timed out",
    "too_large": "Too large",
    "unsupported": "Not supported",
    "not_ready": "Not ready",
    "dependency": "Upstream failed",
    "unavailable": "Unavailable",
    "internal": "Internal error",
    "terminal": "Permanent failure",
}

TOOL_FAILURE = "io.modelcontextprotocol/toolFailure"


def tool_error(failure_class, sentence, *, fields=None, retry_after_ms=None, code=None, structured=False):
    """The result of a tool call that failed. Return it from the tool.

    fields: {"nights": "must be at most 30"}. structured: only for tools without an output schema.
    """
    _check(failure_class, sentence, retry_after_ms, code)
    text = _text(sentence, fields, retry_after_ms)
    machine = _machine(failure_class, sentence, fields, retry_after_ms, code)
    result = {"content": [{"type": "text", "text": text}], "isError": True, "_meta": {TOOL_FAILURE: machine}}
    if structured:
        # Codex passes on structured content instead of the text: it says the same.
        result["structuredContent"] = {"error": text, **machine}
    try:
        from mcp.types import CallToolResult
    except ImportError:
        return result
    return CallToolResult.model_validate(result)


def rpc_error(failure_class, sentence, *, fields=None, retry_after_ms=None, code=None):
    """The `error` of a JSON-RPC response. Most clients drop its data, and some its code: prefer tool_error."""
    _check(failure_class, sentence, retry_after_ms, code)
    usual = {"validation": -32602, "internal": -32603}.get(failure_class, 1000 + STATUSES[failure_class])
    return {
        "code": usual if code is None else code,
        "message": _text(sentence, None, retry_after_ms),
        "data": _machine(failure_class, sentence, fields, retry_after_ms, code),
    }


def problem(failure_class, sentence, *, fields=None, retry_after_ms=None, code=None):
    """An HTTP response with a problem document (RFC 9457): status, headers, body."""
    _check(failure_class, sentence, retry_after_ms, code)
    headers = {"content-type": "application/problem+json"}
    body = {
        "type": "about:blank",
        "title": TITLES[failure_class],
        "status": STATUSES[failure_class],
        "detail": _ended(sentence),
    }
    if retry_after_ms is not None:
        # Whole seconds, and never earlier than asked (RFC 9110, section 10.2.3).
        seconds = math.ceil(retry_after_ms / 1000)
        headers["retry-after"] = str(seconds)
        body["retry_after"] = seconds
    body.update(_machine(failure_class, sentence, fields, retry_after_ms, code))
    return STATUSES[failure_class], headers, json.dumps(body)


def _check(failure_class, sentence, retry_after_ms, code):
    if failure_class not in STATUSES:
        raise TypeError(f'Unknown class "{failure_class}". Known: {", ".join(STATUSES)}.')
    if not isinstance(sentence, str) or sentence.strip() == "":
        raise TypeError("The sentence is empty. Say what went wrong.")
    if retry_after_ms is not None and failure_class not in WAITING:
        raise TypeError(f"A wait does not help against {failure_class}. Leave it out, or choose another class.")
    if retry_after_ms is not None and not retry_after_ms >= 0:
        raise TypeError("retry_after_ms must be a number of milliseconds, 0 or more.")
    if code is not None and (not isinstance(code, int) or isinstance(code, bool)):
        raise TypeError("code must be a whole number.")


def _ended(sentence):
    plain = sentence.strip()
    return plain if plain[-1] in ".!?…" else plain + "."


def _text(sentence, fields, retry_after_ms):
    said = _ended(sentence)
    first = said if re.match(r"error\b", said, re.IGNORECASE) else f"Error: {said}"
    wait = "" if retry_after_ms is None else f" Retry after {_seconds(retry_after_ms)} s."
    wrong = "".join(f"\n- {name}: {message}" for name, message in (fields or {}).items())
    return first + wait + wrong


def _seconds(ms):
    return f"{ms / 1000:.2f}".rstrip("0").rstrip(".")


def _machine(failure_class, sentence, fields, retry_after_ms, code):
    machine = {
        "class": failure_class,
        "error_class": failure_class,
        "message": _ended(sentence),
        "retryable": failure_class in WAITING,
    }
    if code is not None:
        machine["code"] = code
    if retry_after_ms is not None:
        machine["retry_after_ms"] = retry_after_ms
    if fields:
        machine["issues"] = [{"path": "/" + name.lstrip("/"), "message": text} for name, text in fields.items()]
    return machine
