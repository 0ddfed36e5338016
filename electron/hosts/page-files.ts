// The built page as its doors serve it: which files there are, their types, and the nonce written into the HTML.
// Only files found when it was opened are ever read, by the names found then: a path from outside is looked up, not followed.

import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { noncePlaceholder } from './content-policy.ts';

interface PageFile {
  type: string;
  body: Buffer;
  /** Its name has the hash of its content, so a browser may keep it. */
  isImmutable: boolean;
}

export interface PageFiles {
  /** Paths that are served, with a leading slash. */
  paths(): string[];
  /** null: there is no such file. `/` is index.html. */
  read(path: string, nonce: string): Promise<PageFile | null>;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

export const noPageFiles: PageFiles = { paths: () => [], read: async () => null };

export function openPageFiles(folder: string): PageFiles {
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    files.set(`/${relative(folder, file).split(sep).join('/')}`, file);
  }
  return {
    paths: () => [...files.keys()],
    async read(path, nonce) {
      const file = files.get(path === '/' ? '/index.html' : path);
      if (!file) return null;
      const type = types[extname(file)] ?? 'application/octet-stream';
      const body = await readFile(file);
      const isImmutable = path.startsWith('/assets/');
      return { type, body: extname(file) === '.html' ? writeNonce(body, nonce) : body, isImmutable };
    },
  };
}

function writeNonce(html: Buffer, nonce: string): Buffer {
  return Buffer.from(html.toString('utf8').replaceAll(noncePlaceholder, nonce));
}
