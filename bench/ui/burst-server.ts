// An MCP server over stdio that sends notifications on command of its control port: the same traffic for every measured page. `POST
// /burst?n=1000&alike=0&mark=x` responds when all are written; `POST /stream?rate=500` continues until `POST /stop`, which responds with
// the number sent.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const port = Number(process.argv[2]);
const filler = 'The depot counted what came in and wrote it down, crate by crate, before the lorry left again. '.repeat(
  6,
);

/** About 0.75 kB. Different ones use different loggers, so that nothing can be folded. */
function note(place: number, of: number, mark: string, alike: boolean): string {
  const logger = alike ? 'depot' : `depot-${place}`;
  const data = `#${place}/${of} ${mark} ${filler}`;
  return `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', logger, data } })}\n`;
}

const say = (message: object): boolean => process.stdout.write(`${JSON.stringify(message)}\n`);

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method } = JSON.parse(line) as { id?: number; method?: string };
    if (id === undefined) return;
    const result =
      method === 'initialize'
        ? {
            protocolVersion: '2025-11-25',
            capabilities: { tools: {}, logging: {} },
            serverInfo: { name: 'burst', version: '1.0.0' },
          }
        : { tools: [] };
    say({ jsonrpc: '2.0', id, result });
  })
  .on('close', () => process.exit(0));

async function burst(count: number, mark: string, alike: boolean): Promise<void> {
  const portion = 200;
  for (let from = 1; from <= count; from += portion) {
    const size = Math.min(portion, count - from + 1);
    const text = Array.from({ length: size }, (_, step) => note(from + step, count, mark, alike)).join('');
    if (!process.stdout.write(text)) await once(process.stdout, 'drain');
  }
}

let sent = 0;
let streaming: NodeJS.Timeout | null = null;

function stream(rate: number, alike: boolean): void {
  const started = performance.now();
  const before = sent;
  streaming = setInterval(() => {
    const due = Math.floor(((performance.now() - started) / 1000) * rate) - (sent - before);
    let text = '';
    for (let step = 0; step < due; step += 1) {
      sent += 1;
      text += note(sent, 0, 'stream', alike);
    }
    if (text !== '') process.stdout.write(text);
  }, 10);
}

createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const number = (name: string) => Number(url.searchParams.get(name));
  const alike = url.searchParams.get('alike') === '1';
  if (url.pathname === '/burst') await burst(number('n'), url.searchParams.get('mark') ?? '', alike);
  if (url.pathname === '/stream') stream(number('rate'), alike);
  if (url.pathname === '/stop' && streaming) clearInterval(streaming);
  response.end(String(sent));
}).listen(port, '127.0.0.1');
