// What to ask when the host refused to send: its guard is not the draft's when the text or the server is another. Pure.

import type { Input } from '../../shared/api/api.ts';
import { member, parseJson } from '../../shared/json/json.ts';
import type { ReplayGuard } from '../../shared/retry/replay.ts';

/** The tool that an edited request calls; null where it is as it was sent, or calls none. */
export function sentTool({ message }: Pick<Input<'startReplay'>, 'message'>): string | null {
  if (message.kind === 'as_sent') return null;
  const parsed = parseJson(message.kind === 'raw' ? message.text : message.params);
  if (!parsed.ok) return null;
  const name = member(message.kind === 'raw' ? member(parsed.value, 'params') : parsed.value, 'name');
  return typeof name === 'string' ? name : null;
}

/** A yes that was not enough means that the name must be typed. */
export function refusedGuard(draft: ReplayGuard, name: string, refusal: string, confirm: string): ReplayGuard {
  const mustType = confirm === 'yes' || draft.need === 'type_name';
  return { need: mustType && name !== '' ? 'type_name' : 'ask', name, because: refusal };
}
