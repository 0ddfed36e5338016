// An orders adapter on stdio with Error Model 1.0: failed tools answer with `result.error`, malformed calls with -32602.

import { toolServer } from '../mcp-server.ts';
import { serveStdio } from '../serve-stdio.ts';
import { RpcError } from '../tool.ts';
import { tools } from './tools.ts';

const invalidParams = (field: string) => new RpcError(-32602, 'Invalid params', { field });

await serveStdio(
  toolServer({
    name: 'orders-adapter',
    title: 'Orders adapter',
    instructions: 'Orders of a made-up shop. A failed tool answers with an `error` member in its result.',
    tools,
    rules: {
      unknownTool() {
        throw invalidParams('name');
      },
      malformedCall(field) {
        throw invalidParams(field);
      },
      invalidArguments(_tool, issues) {
        throw invalidParams(writePath(issues[0]!.path));
      },
    },
  }),
);

/** As in `order.lines[0].sku`. */
function writePath(path: (string | number)[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  );
}
