// Secrets in one file of the data folder that only its owner can read; values are sealed if possible. Owns the file. A damaged one is
// renamed, never overwritten, and a value that cannot be unsealed is kept as it is.

import { chmodSync, existsSync } from 'node:fs';
import { z } from 'zod';
import { readForeignText } from '../../foreign-files/foreign-file.ts';
import { changeFile, setFileAside } from '../saved/shared-file.ts';
import type { Vault } from './vault.ts';

/** How values are written: sealed with a key of the system, or plain. */
export interface Seal {
  close(value: string): Promise<string>;
  /** null: it cannot be unsealed (any more). */
  open(sealed: string): Promise<string | null>;
}

interface FileVaultOptions {
  path: string;
  where: 'system' | 'file';
  words: string;
  seal?: Seal;
}

const fileSchema = z.object({ version: z.literal(1), secrets: z.record(z.string(), z.string()) });

export async function openFileVault(options: FileVaultOptions): Promise<Vault> {
  const { path, where, words, seal } = options;
  const notices: string[] = [];
  const written = read(path, notices);
  const values = new Map<string, string>();
  for (const [key, text] of written) {
    const value = seal ? await seal.open(text) : text;
    if (value === null) notices.push(`A secret in ${path} could not be opened: ${key}. Enter it again.`);
    else values.set(key, value);
  }
  /** One write after the other, so that the newest is the last. */
  let writing: Promise<void> = Promise.resolve();
  return {
    where,
    words,
    get notice() {
      return notices.join(' ');
    },
    get: (key) => values.get(key),
    set(key, value) {
      if (value === undefined) values.delete(key);
      else values.set(key, value);
      writing = writing
        .catch(() => {})
        .then(async () => {
          const sealed = value === undefined || !seal ? value : await seal.close(value);
          const others = writeOne(path, key, sealed, written);
          for (const [other, text] of others) {
            const opened = seal ? await seal.open(text) : text;
            if (opened !== null) values.set(other, opened);
          }
        });
      return writing;
    },
  };
}

/** Read-only, without renaming anything; an unreadable file counts as empty. */
export function readPlainSecrets(path: string): Pick<Vault, 'get'> {
  try {
    const secrets = parseSecrets(readForeignText(path));
    return { get: (key) => (Object.hasOwn(secrets, key) ? secrets[key] : undefined) };
  } catch {
    return { get: () => undefined };
  }
}

function read(path: string, notices: string[]): Map<string, string> {
  if (!existsSync(path)) return new Map();
  try {
    const secrets = parseSecrets(readForeignText(path));
    // After a manual copy or a backup it may be readable for others.
    if (process.platform !== 'win32') chmodSync(path, 0o600);
    return new Map(Object.entries(secrets));
  } catch {
    // The error may quote the file, so it is not shown.
    const aside = setFileAside(path);
    notices.push(
      aside === null
        ? `The kept secrets in ${path} could not be read. Enter them again.`
        : `Misfire could not read the saved secrets and renamed the file to ${aside}. Enter them again.`,
    );
    return new Map();
  }
}

/**
 * Changes one secret in the current file: another copy of Misfire may have stored others meanwhile. Returns those. If the file is gone or
 * damaged, writes everything this copy knows.
 */
function writeOne(
  path: string,
  key: string,
  sealed: string | undefined,
  known: Map<string, string>,
): [key: string, sealed: string][] {
  let others: [string, string][] = [];
  changeFile(path, (text) => {
    const now = secretsIn(text) ?? new Map(known);
    if (text !== null && secretsIn(text) === null) setFileAside(path);
    others = [...now].filter(([name, value]) => name !== key && known.get(name) !== value);
    if (sealed === undefined) now.delete(key);
    else now.set(key, sealed);
    known.clear();
    for (const [name, value] of now) known.set(name, value);
    return `${JSON.stringify({ version: 1, secrets: Object.fromEntries(now) }, null, 2)}\n`;
  });
  return others;
}

function secretsIn(text: string | null): Map<string, string> | null {
  if (text === null) return null;
  try {
    return new Map(Object.entries(parseSecrets(text)));
  } catch {
    return null;
  }
}

/** Throws if the text is not in Misfire's format. */
function parseSecrets(text: string): Record<string, string> {
  const file: unknown = JSON.parse(text);
  const { secrets } = fileSchema.parse(file);
  // The schema silently drops this one name, and the next write would lose its value.
  if (Object.hasOwn((file as { secrets: object }).secrets, '__proto__')) throw new Error('No secret has this name.');
  return secrets;
}
