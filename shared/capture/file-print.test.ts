import { webcrypto } from 'node:crypto';
import { expect, it } from 'vitest';
import { filePrint } from './file-print.ts';

const print = (bytes: Uint8Array) =>
  filePrint({
    size: bytes.length,
    read: async (from, to) => bytes.subarray(from, to),
    sha256: (all) => webcrypto.subtle.digest('SHA-256', all),
  });

it('is equal for equal contents, and differs for one changed byte', async () => {
  const bytes = new TextEncoder().encode('{"misfire":1}\n');
  expect(await print(bytes)).toBe(await print(bytes.slice()));
  expect(await print(bytes)).not.toBe(await print(bytes.with(3, 0)));
  expect(await print(new Uint8Array())).toMatch(/^0-[0-9a-f]{32}$/);
});

it('samples a large file, including its first and last bytes', async () => {
  const bytes = new Uint8Array(9_000_000);
  const whole = await print(bytes);
  for (const place of [0, bytes.length - 1]) expect(await print(bytes.with(place, 1))).not.toBe(whole);
  expect(await print(bytes.subarray(1))).not.toBe(whole);
});
