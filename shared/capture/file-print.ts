// A fingerprint of a file, so that a second import of it is recognized before it is read. Large files are sampled: reading a gigabyte to
// compare it would take as long as part of the import.

const sampleLength = 65_536;
const samples = 64;

interface PrintedFile {
  size: number;
  read: (from: number, to: number) => Promise<Uint8Array>;
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;
}

/** Covers all of a file up to 4 MB, and 64 samples of a larger one, with its size. */
export async function filePrint({ size, read, sha256 }: PrintedFile): Promise<string> {
  const isSampled = size > samples * sampleLength;
  const bytes = new Uint8Array(Math.min(size, samples * sampleLength));
  if (!isSampled) bytes.set(await read(0, size));
  else {
    for (let sample = 0; sample < samples; sample += 1) {
      const from = Math.floor((sample * (size - sampleLength)) / (samples - 1));
      bytes.set(await read(from, from + sampleLength), sample * sampleLength);
    }
  }
  const digest = new Uint8Array(await sha256(bytes));
  return `${size}-${[...digest.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
