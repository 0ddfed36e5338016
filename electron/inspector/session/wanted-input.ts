// The input that a call with `input_required` needs (2026-07-28): requested one by one, collected for the next round. Owns the answers of
// one round and the message of that round. The session decides when to send it.

import { memberText } from '../../../shared/exchange/span.ts';
import { isObject, type JsonObject, member } from '../../../shared/json/json.ts';
import type { ClientSide } from '../../../shared/server/server-config.ts';
import { objectOf, readyAnswer, requestKindOf } from './client-side.ts';
import { editMember, putMember } from './json-edit.ts';
import type { AskDesk, OpenAsk } from './session-options.ts';

/** A server may ask back without end; Misfire stops here. */
export const roundLimit = 10;

/** `responses` is JSON text; `reason` says why there will be no next round. */
export type Gathered = { ok: true; responses: string | null } | { ok: false; reason: string };

interface Parts {
  row: number;
  clientSide: (() => ClientSide) | undefined;
  desk: AskDesk | undefined;
  /** Aborting withdraws the questions. */
  signal: AbortSignal;
}

export async function gatherInput(answer: JsonObject, { row, clientSide, desk, signal }: Parts): Promise<Gathered> {
  const wanted = member(member(answer, 'result'), 'inputRequests');
  if (!isObject(wanted) || Object.keys(wanted).length === 0) return { ok: true, responses: null };
  if (!clientSide) return { ok: false, reason: 'The server wants input that Misfire did not offer.' };
  const open: OpenAsk[] = [];
  const withdraw = () => {
    for (const ask of open) ask.withdraw();
  };
  signal.addEventListener('abort', withdraw, { once: true });
  const answers = Object.entries(wanted).map(async ([key, request]): Promise<[string, string] | string> => {
    const method = member(request, 'method');
    const params = objectOf(member(request, 'params'));
    const kind = typeof method === 'string' ? requestKindOf(method, params) : null;
    if (kind === null || typeof method !== 'string') {
      return `The server wants “${String(method).slice(0, 100)}”, which no client can give.`;
    }
    const ready = readyAnswer(kind, clientSide(), desk !== undefined, params);
    if (ready?.kind === 'result') return [key, ready.result];
    if (ready || !desk) return ready?.message ?? '';
    const ask = desk.put({ row, kind, method, params });
    open.push(ask);
    const said = await ask.answer;
    if (said?.kind === 'result') return [key, said.result];
    if (said && kind !== 'sampling' && kind !== 'roots') return [key, '{"action":"decline"}'];
    return said ? `You refused: ${said.message}` : 'The question was withdrawn.';
  });
  const settled = await Promise.all(
    answers.map(async (answer) => {
      const found = await answer;
      if (typeof found === 'string') withdraw(); // one refusal is enough to end the call
      return found;
    }),
  );
  signal.removeEventListener('abort', withdraw);
  const refused = settled.find((found) => typeof found === 'string');
  if (typeof refused === 'string') return { ok: false, reason: refused };
  const members = settled.map(
    ([key, result]) => `${JSON.stringify(key)}:${(result as string).replace(/[\r\n]+/g, ' ')}`,
  );
  return { ok: true, responses: `{${members.join(',')}}` };
}

/** The call again, under a new id, with the input; the server's state is returned byte for byte. */
export function writeRound(sent: string, id: number, answerText: string, responses: string | null): string {
  const state = memberText(memberText(answerText, 'result') ?? '', 'requestState');
  const withId = putMember(sent, 'id', String(id));
  return editMember(withId, 'params', (params) => {
    const answered = responses === null ? params : putMember(params, 'inputResponses', responses);
    return state === null ? answered : putMember(answered, 'requestState', state);
  });
}
