// `misfire decode`: captures in, one failure a line out. Reading and decoding are shared/'s; this owns files, pages and exit codes.

import { readFileSync } from 'node:fs';
import { readCapture } from '../../../shared/capture.ts';
import { type DecodedLine, decodeCapture } from '../../../shared/decode/decode-capture.ts';
import { dialectFolderOf, loadDialects } from '../../inspector/dialect-folder.ts';
import { findDataFolder } from '../data-folder.ts';
import { type ExitCode, exitCodes, UsageError } from './exit-codes.ts';
import { printJson, printLine, printMessage } from './output.ts';

export interface DecodeOptions {
  json: boolean;
  exitZero: boolean;
  dialect?: string;
  /** The data folder, where a person's own dialects lie. */
  data?: string | undefined;
}

/** Without files it reads stdin. */
export function decodeFiles(files: readonly string[], options: DecodeOptions): ExitCode {
  const dialects = loadDialects(dialectFolderOf(findDataFolder(options.data)));
  for (const problem of dialects.problems) printMessage(`This dialect was set aside: ${problem}`);
  const known = dialects.all.map(({ id }) => id);
  if (options.dialect !== undefined && !known.includes(options.dialect)) {
    throw new UsageError(`There is no dialect "${options.dialect}". There are: ${known.join(', ')}.`);
  }
  // All are read before anything is printed: a name that is wrong should not be found out halfway.
  const texts = (files.length > 0 ? files : ['-']).map((file) => ({ file, text: readText(file) }));
  let failures = 0;
  for (const { file, text } of texts) {
    const { entries, started, problems } = readCapture(text);
    for (const { line, message } of problems) printMessage(`${nameOf(file)}, line ${line}: ${message}`);
    const found = decodeCapture(entries, started, {
      dialects: dialects.all,
      ...(options.dialect === undefined ? {} : { pinnedDialect: options.dialect }),
    });
    // Line numbers alone do not tell several files apart.
    const where = texts.length > 1 ? { file } : {};
    for (const failure of found) {
      if (options.json) printJson({ ...where, ...failure });
      else printLine(describe(failure, texts.length > 1 ? `${file}:` : 'line '));
    }
    failures += found.length;
  }
  if (!options.json) printMessage(failures === 0 ? 'No failures.' : `${failures} failure${failures === 1 ? '' : 's'}.`);
  return failures > 0 && !options.exitZero ? exitCodes.failuresFound : exitCodes.done;
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (problem) {
    throw new UsageError(`${nameOf(file)} cannot be read: ${(problem as Error).message}.`);
  }
}

const nameOf = (file: string): string => (file === '-' ? 'stdin' : file);

function describe(failure: DecodedLine, place: string): string {
  const call = [failure.method, failure.target].filter(Boolean).join(' ');
  const code = [failure.code, failure.codeName].filter((part) => part !== null).join(' ');
  const disguised = failure.flagged ? '' : ' (dressed as success)';
  const lines = [
    `${place}${failure.line}  ${failure.server}  ${call || '–'}  ${failure.title}${code ? ` [${code}]` : ''}${disguised}`,
    `    ${failure.explanation}`,
    ...failure.remedy.map((step) => `    → ${step}`),
  ];
  return lines.join('\n');
}
