// How much of the past is kept, in `retention.json` in the data folder. A file that cannot be read counts as the usual rule.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inputs, type Retention } from '../../../shared/api.ts';

const usual: Retention = { maxBytes: 2_000_000_000, maxAgeDays: 90 };

export class RetentionRule {
  readonly #path: string;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'retention.json');
  }

  get(): Retention {
    try {
      const read = inputs.retention.safeParse({ rule: JSON.parse(readFileSync(this.#path, 'utf8')) });
      return (read.success && read.data.rule) || usual;
    } catch {
      return usual;
    }
  }

  set(rule: Retention): void {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const draft = `${this.#path}.draft`;
    writeFileSync(draft, `${JSON.stringify(rule)}\n`, { mode: 0o600 });
    renameSync(draft, this.#path);
  }
}
