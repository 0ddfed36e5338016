// Saved baselines of error contracts, one file per server in `baselines/` of the data folder. The same format as `misfire compare
// --save-baseline`.

import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { baselineText } from '../../../shared/features/compare/baseline.ts';
import { type Baseline, baselineSchema } from '../../../shared/features/compare/error-contract.ts';
import { parseJson } from '../../../shared/json/json.ts';
import { readForeignTextIfThere } from '../../foreign-files/foreign-file.ts';
import { makeFolders } from '../../foreign-files/make-folders.ts';
import { dataFilePath } from '../../inspector/paths/data-file-path.ts';
import { replaceFile } from '../../inspector/saved/shared-file.ts';

export class BaselineFiles {
  /** null: nothing is stored. */
  readonly #folder: string | null;

  constructor(dataDir: string) {
    this.#folder = dataFilePath(dataDir, 'baselines');
  }

  save(server: string, baseline: Baseline): void {
    const path = this.#path(server);
    if (path === null) return;
    makeFolders(dirname(path));
    replaceFile(path, baselineText(baseline));
  }

  load(server: string): { baseline: Baseline; savedAt: number } | null {
    const path = this.#path(server);
    const text = path === null ? null : readForeignTextIfThere(path);
    const baseline = text === null ? null : readBaseline(text);
    return path !== null && baseline ? { baseline, savedAt: statSync(path).mtimeMs } : null;
  }

  /** Ids may contain any character; a file name must not lead elsewhere. */
  #path(server: string): string | null {
    if (this.#folder === null) return null;
    return join(this.#folder, `${encodeURIComponent(server).replaceAll('.', '%2E').slice(0, 200)}.json`);
  }
}

/** null: it is not a baseline file. */
export function readBaseline(text: string): Baseline | null {
  const parsed = parseJson(text);
  const checked = baselineSchema.safeParse(parsed.ok ? parsed.value : null);
  return checked.success ? checked.data : null;
}
