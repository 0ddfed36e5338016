// Whether a request matches the recorded one. Exported recordings have placeholders such as ‹token 1› for secrets: those match any text.

import { isObject, type Json } from '../../json/json.ts';

const placeholder = /‹[^‹›]{1,60}›/;
/** Deeper values do not occur in arguments; comparing them must not exhaust the stack. */
const deepest = 200;

export function fitsRecorded(recorded: Json | undefined, sent: Json | undefined, depth = 0): boolean {
  if (recorded === sent) return true;
  if (depth > deepest) return false;
  if (typeof recorded === 'string') return typeof sent === 'string' && fitsText(recorded, sent);
  if (Array.isArray(recorded))
    return (
      Array.isArray(sent) &&
      sent.length === recorded.length &&
      recorded.every((value, index) => fitsRecorded(value, sent[index], depth + 1))
    );
  if (!isObject(recorded) || !isObject(sent)) return false;
  const names = Object.keys(recorded);
  return (
    names.length === Object.keys(sent).length &&
    names.every((name) => Object.hasOwn(sent, name) && fitsRecorded(recorded[name], sent[name], depth + 1))
  );
}

/** The parts around the placeholders, in order. */
function fitsText(recorded: string, sent: string): boolean {
  const [first = '', ...others] = recorded.split(placeholder);
  const last = others.pop();
  if (last === undefined || !sent.startsWith(first)) return false;
  let from = first.length;
  for (const part of others) {
    const at = sent.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return sent.length - last.length >= from && sent.endsWith(last);
}
