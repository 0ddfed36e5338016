// The clients whose hooks Misfire sets up, and the command that it writes into their settings. Each client's file in `shared/clients` says
// how its settings name a hook.

import type { HookSettings } from '../../../../shared/clients/client.ts';
import { clientNamed, clients } from '../../../../shared/clients/clients.ts';
import { type Json, member } from '../../../../shared/json/json.ts';
import { slug } from '../../../inspector/client-configs/client-entries.ts';
import type { WatchProgram } from './launcher.ts';

export interface HookClientRow extends HookSettings {
  /** As `misfire watch` names it. */
  id: string;
  client: string;
  /** Its name in `misfire watch`. */
  owner: string;
}

export const hookClients: readonly HookClientRow[] = clients.flatMap(({ name, settings, hooks }) => {
  const owner = settings?.name ?? name;
  return hooks?.setUp ? [{ ...hooks.setUp, id: slug(owner), client: name, owner }] : [];
});

/** By its id here, or by another name of the client. */
export const hookClientNamed = (text: string): HookClientRow | undefined =>
  hookClients.find(({ id }) => id === text) ?? hookClients.find(({ client }) => client === clientNamed(text)?.name);

/** What a hook runs. It prints nothing and ends with 0, also if Misfire is gone. */
export function hookCommand({ runtime, isApp, bridge, dataDir }: WatchProgram): string {
  const [program, file, data] = [runtime, bridge, dataDir].map(shellWord);
  const variables = `${isApp ? 'ELECTRON_RUN_AS_NODE=1 ' : ''}NODE_OPTIONS=`;
  return `if [ -x ${program} ] && [ -f ${file} ]; then ${variables} ${program} ${file}${ownWords}${data}${ending}`;
}

const ownWords = ' hook --data ';
const ending = ' >/dev/null 2>&1; fi; exit 0';
const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** An item that Misfire wrote, with nothing else in it. */
export const isOwnItem = (item: Json): boolean => {
  const commands = commandsIn(item);
  return commands.length > 0 && commands.every(isOwnCommand);
};

const isOwnCommand = (command: string): boolean =>
  command.startsWith('if [ -x ') && command.includes(`bridge.cjs'${ownWords}`) && command.endsWith(ending);

/** Someone added `misfire hook` by hand, or changed what Misfire wrote. */
export const reportsToMisfire = (item: Json): boolean =>
  commandsIn(item).some(
    (command) =>
      isOwnCommand(command) ||
      /\bmisfire(?:\.cjs|\.cmd)?['"]? hook\b/.test(command) ||
      command.includes(`bridge.cjs'${ownWords}`),
  );

function commandsIn(item: Json): string[] {
  const inner = member(item, 'hooks');
  const handlers = Array.isArray(inner) ? inner : [item];
  return handlers.flatMap((handler) => {
    const command = member(handler, 'command') ?? member(handler, 'bash');
    return typeof command === 'string' ? [command] : [];
  });
}
