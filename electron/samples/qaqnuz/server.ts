// qaqnuz on Streamable HTTP: a failed tool is `isError` and one safe sentence; a bad key is a bare HTTP 401.

import type { IncomingMessage } from 'node:http';
import { member } from '../../../shared/json/json.ts';
import type { HttpRefusal } from '../loopback.ts';
import { toolServer } from '../mcp-server.ts';
import { serveHttp } from '../serve-http.ts';
import { RpcError } from '../tool.ts';
import { fail, unreachable } from './envelope.ts';
import { tools, validKey } from './tools.ts';

serveHttp({
  refuse,
  build: () =>
    toolServer({
      name: 'qaqnuz',
      title: 'qaqnuz',
      instructions: 'Invoices. A failed tool answers with isError and a sentence that is safe to show.',
      tools,
      rules: {
        unknownTool: (_name, args) => fail(unreachable, args.envelope === true),
        malformedCall(_field, problem) {
          throw new RpcError(-32602, problem);
        },
        invalidArguments(_tool, issues, args) {
          const fields = [...new Set(issues.map((issue) => issue.path.join('.') || 'arguments'))].join(', ');
          const sanitized_error = `The arguments are not valid. Please check: ${fields}.`;
          return fail({ error_class: 'validation', sanitized_error }, args.envelope === true);
        },
      },
    }),
});

/** Missing, malformed, unknown, revoked and expired keys get the same response, on purpose. */
function refuse(request: IncomingMessage, message: unknown): HttpRefusal | null {
  const params = member(message, 'params');
  const tried =
    member(params, 'name') === 'whoami' ? (member(member(params, 'arguments'), 'key') ?? 'qz_revoked') : validKey;
  if (request.headers.authorization === `Bearer ${validKey}` && tried === validKey) return null;
  return { status: 401, body: { error: 'Unauthorized' } };
}
