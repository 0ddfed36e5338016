"""A FastMCP server whose tools fail in every class, by misfire_errors."""

import sys

sys.path.insert(0, sys.argv[1])

try:
    from mcp.server.mcpserver import MCPServer as FastMCP
except ImportError:
    # Version 1 of the SDK.
    from mcp.server.fastmcp import FastMCP
from mcp.types import CallToolResult  # noqa: E402
from misfire_errors import WAITING, tool_error  # noqa: E402

server = FastMCP("python-errors")


@server.tool()
def fail(failure_class: str, structured: bool = False) -> CallToolResult:
    """Fails in the class that is asked for."""
    return tool_error(
        failure_class,
        "Booking B-17 was handled by the other desk",
        fields={"nights": "must be at most 30"} if failure_class == "validation" else None,
        retry_after_ms=13000 if failure_class in WAITING else None,
        code=7042,
        structured=structured,
    )


server.run()
