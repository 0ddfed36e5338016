// What Misfire offers to servers as their client: the declared capabilities, and the rule for each kind of request.

import { isObject, type JsonObject, member, parseJson } from '../../../shared/json/json.ts';
import type { AskKind } from '../../../shared/server/connecting.ts';
import type { AnswerRule, ClientSide } from '../../../shared/server/server-config.ts';
import type { Era } from './session-options.ts';

export const defaultClientSide: ClientSide = { roots: [], sampling: { kind: 'ask' }, elicitation: { kind: 'ask' } };

/** Declared as the revision names them: elicitation came with 2025-06-18, its two modes with 2025-11-25. */
export function capabilitiesOf(clientSide: ClientSide | undefined, era: Era, revision: string): JsonObject {
  if (!clientSide) return {};
  const modern = era === 'modern';
  const modes: JsonObject = modern || revision >= '2025-11-25' ? { form: {}, url: {} } : {};
  const elicits = clientSide.elicitation.kind !== 'absent' && (modern || revision >= '2025-06-18');
  return {
    roots: modern ? {} : { listChanged: true },
    ...(clientSide.sampling.kind === 'absent' ? {} : { sampling: {} }),
    ...(elicits ? { elicitation: modes } : {}),
    ...(modern ? { extensions: { 'io.modelcontextprotocol/tasks': {} } } : {}),
  };
}

/** null: nothing that a client could answer. */
export function requestKindOf(method: string, params: unknown): Exclude<AskKind, 'other'> | null {
  switch (method) {
    case 'roots/list':
      return 'roots';
    case 'sampling/createMessage':
      return 'sampling';
    case 'elicitation/create':
      return member(params, 'mode') === 'url' ? 'elicitation_url' : 'elicitation_form';
    default:
      return null;
  }
}

/** The automatic answer, as JSON text. */
export type Ready = { kind: 'result'; result: string } | { kind: 'error'; code: number; message: string };

/** null: a person decides. `hasDesk`: there is a window for questions. */
export function readyAnswer(
  kind: Exclude<AskKind, 'other'>,
  clientSide: ClientSide,
  hasDesk: boolean,
  params: JsonObject,
): Ready | null {
  if (kind === 'roots') return { kind: 'result', result: JSON.stringify({ roots: clientSide.roots }) };
  const rule: AnswerRule = kind === 'sampling' ? clientSide.sampling : clientSide.elicitation;
  switch (rule.kind) {
    case 'ask':
      return hasDesk ? null : refusal(kind);
    case 'canned':
      return { kind: 'result', result: kind === 'elicitation_form' ? withDefaults(rule.result, params) : rule.result };
    case 'refuse':
      return refusal(kind);
    case 'absent':
      return { kind: 'error', code: -32601, message: 'Misfire connected without declaring that capability.' };
    default:
      return rule satisfies never;
  }
}

/** Accepting a form without filling in all of it accepts the defaults of the form (revision 2025-11-25). */
function withDefaults(result: string, params: JsonObject): string {
  const parsed = parseJson(result);
  if (!parsed.ok || member(parsed.value, 'action') !== 'accept') return result;
  const properties = Object.entries(objectOf(member(member(params, 'requestedSchema'), 'properties')));
  const proposed = properties.flatMap(([name, schema]) => {
    const value = member(schema, 'default');
    return value === undefined ? [] : [[name, value] as const];
  });
  if (proposed.length === 0) return result;
  const content = { ...Object.fromEntries(proposed), ...objectOf(member(parsed.value, 'content')) };
  return JSON.stringify({ ...objectOf(parsed.value), content });
}

/** Elicitation has a result for a refusal; for sampling the specification requires error -1. */
function refusal(kind: Exclude<AskKind, 'other' | 'roots'>): Ready {
  if (kind === 'sampling') return { kind: 'error', code: -1, message: 'The user rejected the sampling request.' };
  return { kind: 'result', result: '{"action":"decline"}' };
}

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});
