// Closient on Streamable HTTP: tool failures are error objects inside `result`, with a problem document in `data`.

import { toolServer } from '../mcp-server.ts';
import { serveHttp } from '../serve-http.ts';
import { RpcError } from '../tool.ts';
import { fail } from './problems.ts';
import { tools } from './tools.ts';

serveHttp({
  build: () =>
    toolServer({
      name: 'closient',
      title: 'Closient',
      instructions: 'Product data by GTIN. A failed tool answers with an `error` member in its result.',
      tools,
      rules: {
        unknownTool(name) {
          throw new RpcError(-32602, `Unknown tool: ${name}`);
        },
        malformedCall: (_field, problem) => fail('bad_request', problem),
        invalidArguments: (_tool, issues) =>
          fail('validation_error', issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')),
      },
    }),
});
