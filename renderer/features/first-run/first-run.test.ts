import { expect, it } from 'vitest';
import type { ClientConfig } from '../../../shared/server/connecting.ts';
import { foundWords } from './first-run.tsx';

const config = (client: string, servers: number): ClientConfig => ({
  client,
  path: `/${client}`,
  problem: '',
  servers: Array.from({ length: servers }, (_, index) => ({
    name: String(index),
    known: false,
    remark: '',
    config: { name: 'a', callTimeoutMs: 1_000, transport: { kind: 'http', url: 'http://x/', headers: {} } },
  })),
});

it('summarizes what was found in one sentence', () => {
  expect(foundWords(null)).toContain('Cursor');
  expect(foundWords([config('Zed', 0)])).toContain('Cursor');
  expect(foundWords([config('Zed', 1)])).toMatch(/^1 server found in 1 client\./);
  expect(foundWords([config('a', 1), config('b', 1), config('b', 1), config('c', 1)])).toMatch(
    /^4 servers found in 3 clients\./,
  );
});
