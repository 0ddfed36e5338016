// The size and content hash of a file, by which the log recognizes a file it has imported.

import { webcrypto } from 'node:crypto';
import { filePrint } from '../../../shared/capture/file-print.ts';
import { ForeignFile } from '../../foreign-files/foreign-file.ts';

export async function printOfFile(path: string): Promise<{ size: number; print: string }> {
  const file = new ForeignFile(path);
  try {
    const read = async (from: number, to: number) => new Uint8Array(file.readAt(from, to - from));
    const sha256 = (bytes: Uint8Array<ArrayBuffer>) => webcrypto.subtle.digest('SHA-256', bytes);
    return { size: file.size, print: await filePrint({ size: file.size, read, sha256 }) };
  } finally {
    file.close();
  }
}
