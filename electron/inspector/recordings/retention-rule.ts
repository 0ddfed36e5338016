// The retention rule for old recordings, in `retention.json` in the data folder. If the file cannot be read, the default rule applies.

import { readFileSync } from 'node:fs';
import { type Retention, recordingMethods } from '../../../shared/api/recording-methods.ts';
import { dataFilePath } from '../paths/data-file-path.ts';
import { changeFile } from '../saved/shared-file.ts';

const usual: Retention = { maxBytes: 2_000_000_000, maxAgeDays: 90 };

export class RetentionRule {
  /** null: nothing is stored. */
  readonly #path: string | null;

  constructor(dataDir: string) {
    this.#path = dataFilePath(dataDir, 'retention.json');
  }

  get(): Retention {
    if (this.#path === null) return usual;
    try {
      const read = recordingMethods.retention.input.safeParse({ rule: JSON.parse(readFileSync(this.#path, 'utf8')) });
      return (read.success && read.data.rule) || usual;
    } catch {
      return usual;
    }
  }

  set(rule: Retention): void {
    if (this.#path !== null) changeFile(this.#path, () => `${JSON.stringify(rule)}\n`);
  }
}
