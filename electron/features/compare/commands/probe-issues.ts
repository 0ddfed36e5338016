// `misfire compare --issues DIR`: one Markdown issue per failure that the server's author could word better.

import { join } from 'node:path';
import { issueOfRow } from '../../../../shared/author-report/issue-of-row.ts';
import type { Comparison } from '../../../../shared/features/compare/compared.ts';
import { maskDetail } from '../../../../shared/mask/mask-detail.ts';
import { Masker } from '../../../../shared/mask/masker.ts';
import { writeGivenFile } from '../../../foreign-files/given-file.ts';
import { makeFolders } from '../../../foreign-files/make-folders.ts';
import { UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import type { InspectorHandle } from '../../../inspector/inspector-handle.ts';

/** The files that were written. */
export async function writeIssues(
  { api }: Pick<InspectorHandle, 'api'>,
  { servers, rows }: Comparison,
  folder: string,
): Promise<string[]> {
  const written: string[] = [];
  const masker = new Masker();
  for (const [at, server] of servers.entries())
    for (const { id, cells } of rows) {
      const row = cells[at]?.row ?? null;
      const detail = row === null ? null : await api.rowDetail({ id: row });
      if (row === null || !detail?.ok || detail.value.failure === null) continue;
      const script = await api.snippet({ row, kind: 'curl' });
      const masked = maskDetail(masker, detail.value);
      const text = issueOfRow(masked, server.name, script.ok ? script.value.text : '');
      if (text === null) continue;
      const file = join(folder, `${fileName(server.name)}-${fileName(id)}.md`);
      write(folder, file, text);
      written.push(file);
    }
  return written;
}

const fileName = (text: string): string => text.replace(/[^\w.-]/g, '-').slice(0, 60);

function write(folder: string, file: string, text: string): void {
  try {
    makeFolders(folder, 0o777);
  } catch (problem) {
    throw new UsageError(`${folder} cannot be made: ${(problem as Error).message}.`);
  }
  writeGivenFile(file, file, text);
}
