"""The same as sdk-client.ts, on the official Python SDK."""

import asyncio
import json
import sys
import time

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


def now() -> float:
    return time.time() * 1000


async def main() -> None:
    command, script = (json.loads(text) for text in sys.argv[1:3])
    server = StdioServerParameters(command=command[0], args=command[1:])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        await session.list_tools()
        for step in script:
            call = {"tool": step["tool"], "arguments": step.get("args", {}), "askedAt": now()}
            try:
                result = await asyncio.wait_for(session.call_tool(step["tool"], step.get("args", {})), 120)
                got = result.model_dump_json(by_alias=True, exclude_none=True)
                failed = '"isError":true' in got
            except Exception as problem:  # What the SDK throws is what is measured.
                got, failed = str(problem), True
            print(json.dumps({**call, "gotAt": now(), "got": got, "isFlagged": failed}), flush=True)


asyncio.run(main())
