// What to ask after the host refused to send: its guard differs from the draft's if the text or the server differs. Pure.

import type { Input } from '../../shared/contract/api.ts';
import { member, parseJson } from '../../shared/json/json.ts';
import type { ReplayGuard } from '../../shared/retry/replay.ts';

/** The tool of an edited request; null if it is unchanged or calls none. */
export function sentTool({ message }: Pick<Input<'startReplay'>, 'message'>): string | null {
  if (message.kind === 'as_sent') return null;
  const parsed = parseJson(message.kind === 'raw' ? message.text : message.params);
  if (!parsed.ok) return null;
  const name = member(message.kind === 'raw' ? member(parsed.value, 'params') : parsed.value, 'name');
  return typeof name === 'string' ? name : null;
}

/** If a yes was not enough, the user must type the name. */
export function refusedGuard(draft: ReplayGuard, name: string, refusal: string, confirm: string): ReplayGuard {
  const mustType = confirm === 'yes' || draft.need === 'type_name';
  return { need: mustType && name !== '' ? 'type_name' : 'ask', name, because: refusal };
}
