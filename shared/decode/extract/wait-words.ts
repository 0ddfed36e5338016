// Waits in a sentence: "try again in 29m59s", "in about half an hour", "resets at 14:05 UTC". A clock time without a zone and a day are
// kept as text, because their length is unknown.

import { anyOf, inRow } from '../../dialects/patterns.ts';
import { type Reading, setValue } from '../reading/reading.ts';
import { momentMs, noteWait, unitOf } from './durations.ts';

const waitWords = /retry|again|reset|wait|back|renew|refill|replenish/i;

/** The same in other languages: "in 30 Sekunden", "dentro de 2 minutos", "30秒后". */
const abroad = inRow(/(?<![\d.])(\d{1,6}) ?/iu, [
  /(sekunden?|segundos?|secondes?|secondi|секунд[уыа]?|сек|秒钟?|초)/iu,
  /(minuten?|minutos?|minutes?|minuti|минут[уыа]?|мин|分钟|分鐘|分|분)/iu,
  /(stunden?|horas?|heures?|ore|час(?:а|ов)?|小时|小時|時間|시간)/iu,
]);
/** Words around it that say that it is a wait. */
const abroadWords = anyOf(
  /warte|erneut|wieder|nochmal|espere|intente|intent[ae]r|nuevo|novamente|tente|aguarde|attend|réessay/iu,
  /nouveau|riprova|повтор|подожд|через|重试|重試|再试|再試|稍后|等待|稍候|お待ち|もう一度|다시|기다/iu,
);

function waitAbroad(text: string): { words: string; ms: number } | null {
  if (!abroadWords.test(text)) return null;
  const found = abroad.exec(text);
  if (found === null) return null;
  const unit = found[2] !== undefined ? 1000 : found[3] !== undefined ? 60_000 : 3_600_000;
  return { words: found[0], ms: Number(found[1]) * unit };
}

export function readWaits(reading: Reading, text: string, path: string): void {
  const spoken = (waitWords.test(text) ? introduced(text) : null) ?? waitAbroad(text);
  if (spoken !== null) {
    noteWait(reading, path, spoken.words, spoken.ms, true);
    return;
  }
  if (!waitWords.test(text)) return;
  const bare = afterWait.exec(text);
  if (bare !== null) {
    noteWait(reading, path, bare[0], Number(bare[1]) * unitOf(bare[2], 1000), true);
    return;
  }
  const moment = momentWait.exec(text)?.[1];
  if (moment !== undefined) {
    noteWait(reading, path, moment, momentMs(moment, reading.receivedAt), true);
    return;
  }
  readClock(reading, text, path);
}

const introduction = inRow(
  /\b/gi,
  [/retry|again|wait|resets?|available|try|back|renews?|refills?|replenish(?:es)?/gi],
  /(?: again| back)?(?: after| in| for| within)?:? /gi,
  /(?:(?:about|approximately|around|roughly|at least|another|up to|~) ?)?/gi,
);

/** The first such word followed by a duration. */
function introduced(text: string): { words: string; ms: number } | null {
  introduction.lastIndex = 0;
  for (let match = introduction.exec(text); match !== null; match = introduction.exec(text)) {
    const start = introduction.lastIndex;
    const length = lengthAt(text, start);
    if (length !== null) return { words: text.slice(match.index, length.end), ms: length.ms };
  }
  return null;
}

const amount =
  /(\d{1,9}(?:\.\d{1,9})?) ?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)(?![a-z])/iy;
const joint = /,? (?:and )?/y;
const spelled = /(?:(half an?)|an?|one) (second|minute|hour|day)\b/iy;

/** "1h30m", "2 minutes and 30 seconds", "half an hour": how long, and where the words end. */
function lengthAt(text: string, start: number): { ms: number; end: number } | null {
  spelled.lastIndex = start;
  const word = spelled.exec(text);
  if (word !== null) return { ms: unitOf(word[2], 0) / (word[1] === undefined ? 1 : 2), end: spelled.lastIndex };
  let ms = 0;
  let end = -1;
  let at = start;
  for (let parts = 0; parts < 4; parts++) {
    amount.lastIndex = at;
    const match = amount.exec(text);
    if (match === null) break;
    ms += Number(match[1]) * unitOf(match[2], 1000);
    end = amount.lastIndex;
    joint.lastIndex = end;
    at = joint.test(text) ? joint.lastIndex : end;
  }
  return end < 0 ? null : { ms, end };
}

const afterWait = /\bretry[-_ ]?after(?:[-_ ]seconds)?["']?[:=]? ?["']?(\d{1,9})(?:\.\d{1,3})?(s|ms)?\b/i;
const momentWait =
  /\b(?:resets?|retry|again|available)(?: at| after| on|):? (\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?)/i;
const dateWait = /\b(?:resets?|again|available|renews?|back)(?: after| on| until):? (\d{4}-\d\d-\d\d)(?![\dT])/i;
const clock =
  /\b(?:resets?|again|available|retry|renews?|back)(?: at| after| until):? (?:(midnight)|(\d{1,2}):(\d\d)(?::\d\d)?)(?: ?(UTC|GMT|Z)\b)?/i;
const day = 86_400_000;

function readClock(reading: Reading, text: string, path: string): void {
  const date = dateWait.exec(text)?.[1];
  if (date !== undefined) setValue(reading, 'wait_until', path, date);
  const match = clock.exec(text);
  if (match === null) return;
  const [words, midnight, hours, minutes, zone] = match;
  if (zone === undefined) {
    setValue(reading, 'wait_until', path, midnight ?? `${hours}:${minutes}`);
    return;
  }
  const due = midnight === undefined ? (Number(hours) * 60 + Number(minutes)) * 60_000 : 0;
  noteWait(reading, path, words, (((due - reading.receivedAt) % day) + day) % day, true);
}
