// Compares client behavior outside of responses, as the files in `shared/clients` predict it, with one measured call.

import { asSeenBy, rulesOf } from '../../shared/seen/as-seen-by.ts';
import { gotText } from '../../shared/seen/parts/blocks.ts';
import type { Got } from '../../shared/seen/parts/seen.ts';
import type { Seen, SeenClientId } from '../../shared/seen/seen.ts';
import type { Case } from './cases.ts';
import { differenceOf } from './differences.ts';
import { type Measured, serverName } from './run-client.ts';

export function besideDifference(
  client: SeenClientId,
  one: Case,
  call: Measured | undefined,
  seen: Seen | null,
  home: string,
): string | null {
  const known = rulesOf(client).beside;
  if (known === undefined) return null;
  if (one.does === 'noise' && known.noise === 'the connection') {
    const got = call?.got === undefined || call.got === null ? '' : gotText(call.got as Got);
    return got.includes('after the noise') ? 'predicted that noise costs the connection, and it did not' : null;
  }
  if (call?.answered === undefined) return 'the model got no result';
  const text = gotText(call.got as Got);
  const says = (pattern: string) => {
    const wanted = pattern.replaceAll('<server>', serverName).replaceAll('<tool>', one.tool);
    const start = wanted.split('…')[0] ?? '';
    return text.includes(start) || text.includes(JSON.stringify(start).slice(1, -1))
      ? null
      : `predicted ${JSON.stringify(start)}, measured ${JSON.stringify(text.slice(0, 120))}`;
  };
  const oneOf = (differences: (string | null)[]) => (differences.includes(null) ? null : (differences[0] ?? null));
  const asAnswered = () =>
    differenceOf(seen ?? asSeenBy(client, one.answer as never, { server: serverName, tool: one.tool }), call, home);
  switch (one.does) {
    case 'picky':
      if (call.sent === (known.checksArguments ? 0 : 1)) return known.checksArguments ? null : asAnswered();
      return `predicted that arguments are${known.checksArguments ? '' : ' not'} checked, and the call was sent ${call.sent} times`;
    case 'late':
      return known.rereadsList ? asAnswered() : says(known.noSuchTool);
    case 'missing':
      return says(known.noSuchTool);
    case 'dies':
      return says(known.death);
    case 'afterDeath':
      return known.afterDeath.restarts ? asAnswered() : oneOf(known.afterDeath.got.map(says));
    default:
      return asAnswered();
  }
}
