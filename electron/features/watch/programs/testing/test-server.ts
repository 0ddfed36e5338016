// A server for the tests of watching: pours out a known stream of bytes on stdout and stderr while it reads, then says on a
// file what it has read. `test-server.ts REPORT SEED MESSAGES LONG-LINES`

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { cut, pour, writeAll } from './poured-bytes.ts';

const [report = '', seed = '1', messages = '100', long = '0'] = process.argv.slice(2);
const hash = createHash('sha256');
process.stdin.on('data', (chunk: Buffer) => hash.update(chunk));
const read = new Promise<void>((resolve) => process.stdin.once('end', () => resolve()));
const stream = (own: number) => cut(pour(Number(seed) + own, Number(messages), own === 0 ? Number(long) : 0), own);
await Promise.all([read, writeAll(process.stdout, stream(0)), writeAll(process.stderr, stream(1))]);
writeFileSync(report, hash.digest('hex'));
process.exitCode = 7;
