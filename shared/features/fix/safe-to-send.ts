// When a person has to confirm before the loop sends: by the tool's hints, which are the server's claim, by what earlier attempts may have
// done, and by arguments that guard against effects.

import type { ToolView } from '../../api/views.ts';
import { placeName } from '../../correct/correction.ts';
import type { FailureClass } from '../../failure.ts';
import { readPointerPart } from '../../json/json-pointer.ts';
import type { Confirmed, FixAttempt, FixChange, FixConfirm } from './fix-types.ts';

/** A server answers like this before it runs the tool. Everything else may have had an effect. */
const rejections: ReadonlySet<FailureClass> = new Set<FailureClass>([
  'parse_error',
  'invalid_request',
  'method_not_found',
  'validation',
  'unauthorized',
  'forbidden',
  'approval_required',
  'not_found',
  'rate_limited',
  'unsupported',
]);

/** The server's own words say that a part was done. */
const partly =
  /\b(?:partial(?:ly)?|already (?:created|sent|processed|charged|written|deleted|updated)|\d{1,9} of \d{1,9})\b/i;

export function attemptMayHaveRun({ failure, passed, showedWork, isStart }: FixAttempt): boolean {
  if (isStart) return false;
  if (passed || failure === null || showedWork) return true;
  return !rejections.has(failure.class) || partly.test(failure.message.slice(0, 2_000));
}

/** Read-only by the protocol's definition. */
const readingMethods: ReadonlySet<string> = new Set(['resources/read', 'prompts/get', 'completion/complete']);

/** `dry_run`, `confirm`, `force`: a call without it, or with another value, may do more. */
const switchWords =
  /^(?:dry|dryrun|preview|simulate[d]?|simulation|sandbox|validate|safe|forced?|confirm(?:ed|ation)?|overwrite|recursive|permanent|purge|cascade|approved?|commit|execute|production)$/;

export function isSwitch(path: string): boolean {
  const name = readPointerPart(path.slice(path.lastIndexOf('/') + 1));
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => switchWords.test(word));
}

interface ToSend {
  method: string;
  target: string | null;
  /** What is sent next, compared with the failed call. */
  changes: readonly FixChange[];
  attempts: readonly FixAttempt[];
  tools: readonly ToolView[];
  confirmed: Confirmed | null;
}

/** null: it can be sent. */
export function confirmationFor({ method, target, changes, attempts, tools, confirmed }: ToSend): FixConfirm | null {
  const name = target ?? method;
  const hints = method === 'tools/call' ? (tools.find((tool) => tool.name === target)?.hints ?? null) : null;
  const isDestructive = hints?.destructive === true && hints.readOnly !== true;
  const switches = changes
    .filter(({ source, path, was }) => source !== 'you' && (isSwitch(path) || (was !== undefined && isSwitch(was))))
    .map(({ path }) => path);
  if (method === 'tools/call' ? hints?.readOnly === true : readingMethods.has(method)) return null;
  const need = isDestructive ? 'type_name' : 'ask';
  const since = confirmed === null ? [] : attempts.slice(confirmed.after);
  const ran = since.findIndex(attemptMayHaveRun);
  const isCovered =
    confirmed !== null &&
    confirmed.target === name &&
    (need === 'ask' || confirmed.need === 'type_name') &&
    ran < 0 &&
    switches.every((path) => confirmed.switches.includes(path));
  if (isCovered) return null;
  return { kind: 'confirm', need, name, because: reasons(name, hints, attempts, confirmed, switches), switches };
}

function reasons(
  name: string,
  hints: ToolView['hints'] | null,
  attempts: readonly FixAttempt[],
  confirmed: Confirmed | null,
  switches: readonly string[],
): string[] {
  const from = confirmed?.after ?? 0;
  const ran = attempts.slice(from).findIndex(attemptMayHaveRun);
  const claim =
    hints === null
      ? `${name} may change data: the server’s tool list does not say.`
      : hints.destructive === true
        ? `The server marks ${name} as destructive (the server’s claim, not verified).`
        : `${name} may change data: the server does not mark it as read-only.`;
  return [
    claim,
    ...(ran < 0 ? [] : [`Attempt ${from + ran + 1} may have run, so the action may run twice.`]),
    ...switches.map((path) => `The next call changes ${placeName(path)}, which may guard against effects.`),
    ...(ran < 0 && confirmed === null
      ? ['One confirmation covers all attempts, as long as each is rejected before it runs.']
      : []),
  ];
}
