// The retention rule for old recordings, in `retention.json` in the data folder. If the file cannot be read, the default rule applies.

import { type Retention, recordingMethods } from '../../../shared/api/recording-methods.ts';
import { readForeignText } from '../../foreign-files/foreign-file.ts';
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
      const read = recordingMethods.retention.input.safeParse({ rule: JSON.parse(readForeignText(this.#path)) });
      return (read.success && read.data.rule) || usual;
    } catch {
      return usual;
    }
  }

  set(rule: Retention): void {
    if (this.#path !== null) changeFile(this.#path, () => `${JSON.stringify(rule)}\n`);
  }
}
