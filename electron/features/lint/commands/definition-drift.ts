// `misfire lint SERVER --baseline FILE`: how the definitions of a server changed since they were saved. The file is that of
// `misfire compare`, which keeps the error contract of the same servers there.

import { baselineText, mergeBaselines } from '../../../../shared/features/compare/baseline.ts';
import type { Baseline } from '../../../../shared/features/compare/error-contract.ts';
import {
  type Definition,
  type DefinitionChange,
  definitionChanges,
} from '../../../../shared/features/lint/definitions.ts';
import type { FilePlace, Finding } from '../../../../shared/findings/check-finding.ts';
import { capital } from '../../../../shared/text/capital.ts';
import { readForeignTextIfThere } from '../../../foreign-files/foreign-file.ts';
import { writeGivenFile } from '../../../foreign-files/given-file.ts';
import { readInputText } from '../../../hosts/cli/common/read-file.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import { readBaseline } from '../../compare/baseline-files.ts';

export interface ServerDefinitions {
  name: string;
  revision: string | null;
  definitions: Definition[];
}

export function loadBaseline(run: CommandRun, file: string): Baseline {
  const baseline = readBaseline(readInputText(run, file));
  if (!baseline) throw new UsageError(`${file} is not a baseline file. Create one with --save-baseline.`);
  return baseline;
}

/** Error contracts in the file are kept. */
export function saveDefinitions(run: CommandRun, file: string, servers: readonly ServerDefinitions[]): void {
  const path = run.path(file);
  const text = readForeignTextIfThere(path);
  const kept = text === null ? null : readBaseline(text);
  if (text !== null && kept === null) throw new UsageError(`${file} is not a baseline file, so it is not overwritten.`);
  const fresh: Baseline = {
    misfireBaseline: 1,
    servers: servers.map((server) => ({ ...server, provocations: [] })),
    ...(kept?.rules === undefined ? {} : { rules: kept.rules }),
  };
  writeGivenFile(file, path, baselineText(mergeBaselines(kept, fresh, true)));
}

/** If the file has one server, that is the one to check, also under another name. */
export function savedAs(baseline: Baseline, name: string, isOnly: boolean): Baseline['servers'][number] | undefined {
  const withDefinitions = baseline.servers.filter((server) => server.definitions !== undefined);
  const [single] = withDefinitions;
  return (
    withDefinitions.find((server) => server.name === name) ??
    (isOnly && withDefinitions.length === 1 ? single : undefined)
  );
}

/** `kept`: the server of the baseline that it is compared with, as savedAs finds it. */
export function driftOf(
  kept: Baseline['servers'][number] | undefined,
  { name, definitions }: ServerDefinitions,
  { file, at }: { file: string; at: FilePlace },
): Finding[] {
  if (kept?.definitions === undefined)
    return [
      {
        rule: 'definitions-not-in-baseline',
        level: 'error',
        message: `${file} has no definitions of ${name}.`,
        fix: `Add them: misfire lint … --save-baseline ${file}`,
        server: name,
        about: '',
        at,
      },
    ];
  return definitionChanges(kept.definitions, definitions).map((change) => findingOf(change, name, file, at));
}

const fixes: Record<DefinitionChange['kind'], string> = {
  added: 'If that is intended, update the baseline: --save-baseline',
  removed: 'Bring it back, or update the baseline if that is intended: --save-baseline',
  description:
    'Models follow descriptions: check that the new text gives no orders of its own. Then update the baseline: --save-baseline',
  schema: 'Check the clients that use it, then update the baseline: --save-baseline',
  hints: 'Clients decide by hints whether to ask a person: check it, then update the baseline: --save-baseline',
  changed: 'If that is intended, update the baseline: --save-baseline',
};

const labels: Record<DefinitionChange['kind'], string> = {
  added: 'definition-added',
  removed: 'definition-removed',
  description: 'description-changed',
  schema: 'schema-changed',
  hints: 'hints-changed',
  changed: 'definition-changed',
};

function findingOf(change: DefinitionChange, server: string, file: string, at: FilePlace): Finding {
  const { kind, isBreaking, about, path, words, before, after } = change;
  const judged = kind === 'schema' || kind === 'hints' ? ` (${isBreaking ? 'breaking' : 'compatible'})` : '';
  return {
    rule: labels[kind],
    level: 'error',
    message: `${capital(words)}${judged}.`,
    ...(before === undefined || after === undefined ? {} : { detail: `before: ${before}\nafter: ${after}` }),
    fix: `${fixes[kind]} ${file}`,
    server,
    about,
    ...(path === '' ? {} : { path }),
    at,
  };
}
