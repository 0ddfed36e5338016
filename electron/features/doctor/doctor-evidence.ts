// Evidence for display: bounded, one line each, without secrets. Misfire's own lines (paths, addresses) lose the known secret values.
// Server output also loses anything that looks like a secret.

import { findKnown } from '../../../shared/mask/find.ts';
import { KnownValues, partsOfValue } from '../../../shared/mask/known-values.ts';
import { Masker } from '../../../shared/mask/masker.ts';
import { tellingLines } from '../../../shared/stderr/telling-lines.ts';

const longestLine = 500;
const mostLines = 40;
const hidden = '‹hidden›';

export class DoctorEvidence {
  readonly #secrets = new KnownValues();
  readonly #masker = new Masker();

  constructor(secrets: readonly string[]) {
    for (const secret of secrets) for (const part of partsOfValue(secret)) this.#secrets.add(part);
  }

  /** Known secrets only: a masker would see random values in paths. */
  own(text: string): string {
    return findKnown(text, this.#secrets).reduceRight(
      (shown, { from, to }) => `${shown.slice(0, from)}${hidden}${shown.slice(to)}`,
      text,
    );
  }

  foreign(text: string): string {
    return this.#masker.mask(this.own(text));
  }

  ownLines(lines: readonly string[]): string[] {
    return lines.slice(0, mostLines).map((line) => cut(this.own(line)));
  }

  /** The lines of stderr that say why, and how many more there were. */
  stderrLines(stderr: readonly string[], most = 10): string[] {
    const { lines, leftOut } = tellingLines(stderr, most);
    const more = leftOut === 0 ? [] : [`${leftOut} more ${leftOut === 1 ? 'line' : 'lines'} of stderr`];
    return [...this.foreignLines(lines, most).map((line) => `stderr  ${line}`), ...more];
  }

  /** The last lines say most. Masked together: a secret may be named on one line and printed on the next. */
  foreignLines(lines: readonly string[], most = 10): string[] {
    const text = lines
      .filter((line) => line.trim() !== '')
      .slice(-most)
      .map(cut)
      .join('\n');
    return text === '' ? [] : this.foreign(text).split('\n');
  }
}

const cut = (line: string): string => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line);

/** `47 45 54 20  GET ` as far as it helps. */
export function hexLine(bytes: Uint8Array, most = 32): string {
  const shown = [...bytes.subarray(0, most)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return bytes.length > most ? `${shown} …` : shown;
}
