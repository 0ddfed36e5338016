// A server that takes seconds to start, as many in Python do: what is sent before the handshake waits for the start.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cellOf, openProbeTest, type ProbeTest, value } from '../../inspector/testing/probe-runs.ts';

/** Longer than a probe waits for a server that has started. */
const server = `
setTimeout(() => {
  require('node:readline').createInterface(process.stdin).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'slow', version: '1' } };
    const answer = method === 'initialize' ? { result } : { error: { code: -32002, message: 'Not initialized' } };
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
}, 4000);
`;

let bench: ProbeTest;
beforeAll(async () => {
  bench = await openProbeTest();
});
afterAll(() => bench.close());

test('an answer before the handshake is not taken for silence', async () => {
  const file = join(bench.folder, 'slow.cjs');
  await writeFile(file, server);
  const slow = await bench.add('slow', [file]);
  const { probe } = await value(
    bench.inspector.api.startProbe({ servers: [slow], tools: [], only: ['before-handshake'] }),
  );
  await bench.finished(probe);
  expect(cellOf(await bench.compare(probe), 'Call before the handshake', 'slow')).toMatchObject({ state: 'failed' });
});
