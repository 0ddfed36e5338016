// The installed version of a client, from the path of its program. Runs nothing.

import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { isObject, parseJson } from '../../../shared/json/json.ts';
import { readForeignText } from '../../foreign-files/foreign-file.ts';
import type { Machine } from './base-folder.ts';

const mostLevels = 6;

/** null: it is not in the PATH, or its path shows no version. */
export function clientVersion(program: string | undefined, { env, platform }: Machine): string | null {
  if (program === undefined) return null;
  for (const folder of (env.PATH ?? '').split(delimiter).filter(Boolean)) {
    for (const name of platform === 'win32' ? [`${program}.cmd`, `${program}.exe`] : [program]) {
      const path = realPath(join(folder, name));
      if (path !== null) return versionNear(path);
    }
  }
  return null;
}

function realPath(path: string): string | null {
  try {
    accessSync(path, constants.X_OK);
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** From its package, else from a folder or file named after the version, as installers with several versions do. */
function versionNear(path: string): string | null {
  let folder = dirname(path);
  for (let level = 0; level < mostLevels && folder !== dirname(folder); level += 1, folder = dirname(folder)) {
    const read = parseJson(textOf(join(folder, 'package.json')));
    if (read.ok && isObject(read.value) && typeof read.value.version === 'string') return read.value.version;
  }
  return /[/\\@](\d{1,5}\.\d{1,5}\.\d{1,5})(?:[/\\]|$)/.exec(path)?.[1] ?? null;
}

function textOf(file: string): string {
  try {
    return readForeignText(file, { maxBytes: 1_000_000 });
  } catch {
    return '';
  }
}
