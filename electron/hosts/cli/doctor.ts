// `misfire doctor`: the first thing that keeps each server from working, what it was seen by, and what to do about it.

import { homedir } from 'node:os';
import type { SettingsOrder, WatchEntry } from '../../../shared/api/watching.ts';
import type { DoctorCheck, DoctorReport } from '../../../shared/server/connecting.ts';
import { visibleName } from '../../../shared/text/visible-text.ts';
import { settingsOwner } from '../../inspector/client-configs/settings-order.ts';
import { realCircumstances } from '../../inspector/client-configs/watch-rules.ts';
import { WatchSetup } from '../../inspector/client-configs/watch-setup.ts';
import { watchRuntime } from '../../inspector/paths/app-paths.ts';
import { findDataFolder } from '../data-folder.ts';
import { withInspector } from './command-inspector.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { findServer } from './find-server.ts';
import { printMaskedJson as printJson, printMaskedLine as printLine } from './output.ts';
import { applyFlags, type ReachingFlags } from './reaching-options.ts';
import { orderLines } from './settings-lines.ts';

interface DoctorOptions {
  json: boolean;
  reaching: ReachingFlags;
  data: string | undefined;
}

export async function examine(servers: readonly string[], options: DoctorOptions): Promise<ExitCode> {
  const { json, reaching, data } = options;
  // An early end must not look like good health.
  process.exitCode = exitCodes.failuresFound;
  const configs = servers.map((server) => applyFlags(findServer(server, findDataFolder(data)), reaching));
  const settings = new WatchSetup({
    machine: { platform: process.platform, home: homedir(), env: process.env },
    dataDir: findDataFolder(data),
    around: realCircumstances(process.platform),
    runtime: watchRuntime,
    folder: process.cwd(),
  });
  return withInspector(async ({ api }) => {
    let code: ExitCode = exitCodes.done;
    for (const config of configs) {
      const added = await api.addServer({ config, connect: false });
      if (!added.ok) throw new Error(added.error.message);
      const { server } = added.value;
      let answer = await api.diagnose({ server });
      // An address may speak the older transport or the newer era; who wrote down which it is has said so.
      const isOpen = config.transport.kind === 'http' && config.era === undefined && reaching.transport === undefined;
      if (isOpen && answer.ok && spoken.has(answer.value.broken ?? '') && (await api.detectEra({ server })).ok)
        answer = await api.diagnose({ server });
      if (!answer.ok) throw new Error(answer.error.message);
      if (answer.value.broken !== null) code = exitCodes.failuresFound;
      const inSettings = await settingsOf(settings, config.name);
      if (json) printJson({ ...answer.value, server: config.name, settings: inSettings });
      else printLine([write(config.name, answer.value), ...settingsLines(inSettings)].join('\n'));
    }
    return code;
  });
}

interface ServerSettings {
  entries: Pick<WatchEntry, 'id' | 'path' | 'ignored'>[];
  orders: SettingsOrder[];
}

/** Entries of this name in clients' settings: a server that works may still not be the one that a client starts. */
async function settingsOf(settings: WatchSetup, name: string): Promise<ServerSettings> {
  const entries = (await settings.list()).filter(({ server }) => server === name);
  const clients = new Set(entries.map(({ client }) => settingsOwner(client)));
  const orders = (await settings.orders()).filter(({ client }) => clients.has(client));
  return { entries: entries.map(({ id, path, ignored }) => ({ id, path, ignored })), orders };
}

function settingsLines({ entries, orders }: ServerSettings): string[] {
  if (entries.length === 0) return [];
  return [
    'In the settings of clients:',
    ...entries.map(({ id, path, ignored }) => `  ${id} in ${path}${ignored === '' ? '' : `. Ignored: ${ignored}`}`),
    ...orders.flatMap(orderLines),
  ];
}

/** Something answered there, in words that were not expected. */
const spoken: ReadonlySet<string> = new Set(['http_status', 'content_type', 'handshake', 'version']);

const marks: Record<DoctorCheck['state'], string> = { ok: 'ok    ', broken: 'BROKEN', not_reached: '-     ' };

function write(name: string, { checks, fixes }: DoctorReport): string {
  const lines = checks.flatMap(({ state, title, words, evidence }) => [
    `  ${marks[state]}  ${title}${words === '' ? '' : `: ${words}`}`,
    ...(state === 'broken' ? evidence.map((line) => `            ${line}`) : []),
  ]);
  const steps = fixes.map(({ words }, index) => `  ${index + 1}. ${words}`);
  return [
    visibleName(name),
    ...lines,
    ...(steps.length === 0 ? ['No problems found.'] : ['How to fix it:', ...steps]),
  ].join('\n');
}
