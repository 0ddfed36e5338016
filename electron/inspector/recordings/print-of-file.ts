// The size and content hash of a file, by which the log recognizes a file it has imported.

import { webcrypto } from 'node:crypto';
import { open } from 'node:fs/promises';
import { filePrint } from '../../../shared/capture/file-print.ts';

export async function printOfFile(file: string): Promise<{ size: number; print: string }> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const read = async (from: number, to: number) => {
      const buffer = new Uint8Array(to - from);
      return buffer.subarray(0, (await handle.read(buffer, 0, to - from, from)).bytesRead);
    };
    const sha256 = (bytes: Uint8Array<ArrayBuffer>) => webcrypto.subtle.digest('SHA-256', bytes);
    return { size, print: await filePrint({ size, read, sha256 }) };
  } finally {
    await handle.close();
  }
}
