// The remedy in the message itself: a command to run, or a list of choices.

import { inRow } from '../../dialects/patterns.ts';
import { inMarks } from './shorten.ts';

const farEnough = 2000;

/** Where a message has commands: quoted after `run` or similar, on a separate line, or after `run`. */
const quotedCommand =
  /(?:`|\b(?:run|running|try|use|using|with|via|execute)(?: the command)?:? {0,2}['"“])([^\n`'"”]{4,120})/gi;
const ownLine = /^[\s│║>$]{0,8}([a-z][^\n│║`]{3,120})[\s│║]{0,9}$/gm;
/** Only at the start of a sentence: `Failed to execute kubectl get` is not an instruction. */
const plainCommand =
  /(?:^|[.:;!)\n] {0,2}|\b(?:please|then|by|can) )(?:run|running|try|execute)(?: the command)?:? {1,3}([a-z][\w @./=-]{3,80})/gi;

const program =
  /^(?:sudo )?(?:npx|npm (?:i|ci|install|run|login)|pnpm|yarn|bun|pip3? install|pipx|uvx?|poetry|brew install)\b/;
const otherProgram = inRow(
  /^(?:sudo )?/,
  [
    /apt(?:-get)? install|cargo install|go install|docker|gcloud|gh auth|az login|aws|playwright|python3? -m/,
    /git|ollama|kubectl/,
  ],
  / /,
);

/** Most texts name none of them. */
const anyProgram = inRow(
  /\b/,
  [
    /np[mx]|pnpm|yarn|bun|pipx?3?|uvx?|poetry|brew|apt|cargo|go install|docker|gcloud|gh|az|aws|playwright/,
    /python3?|git|ollama|kubectl/,
  ],
  / /,
);

/** `docker is not installed` */
const isSentence = /^\S{1,30} (?:is|are|was|has|could|cannot|can't|failed|command|error|not|version)\b/i;

/** A command that the message tells its reader to run; null if there is none. */
export function commandIn(texts: readonly string[]): string | null {
  const said = texts.join('\n').slice(0, farEnough);
  if (!anyProgram.test(said)) return null;
  for (const place of [quotedCommand, ownLine, plainCommand])
    for (const [, text = ''] of said.matchAll(place)) {
      const command = text.replaceAll(/\s{1,40}/g, ' ').replace(/[\s.,;:]{1,20}$/, '');
      if ((program.test(command) || otherProgram.test(command)) && !isSentence.test(command)) return command;
    }
  return null;
}

const ownAdvice =
  /(?:^|[.!:;)\n] {0,2})((?:please )?(?:make sure|ensure|check|verify|start|enable|install|configure|open|run|use|set) [^.!?\n]{8,160})/i;
const laterOnly = /\b(?:again|later|retry|logs?|documentation|support|administrator|network connection)\b/i;

/** The sentence in which a message tells its reader what to do; null if there is none, or it only says to try again. */
export function adviceIn(message: string): string | null {
  const found = ownAdvice.exec(message.slice(0, farEnough))?.[1];
  return found === undefined || laterOnly.test(found) ? null : inMarks(found.trim(), 200);
}

/** With a separator or a capital inside, so that no ordinary word counts as a tool. */
const toolName = /\b([a-zA-Z][a-zA-Z0-9]{0,30}(?:[_-][a-zA-Z0-9]{1,30}){1,6}|[a-z]{2,30}[A-Z]\w{1,40})\b/;

/** A suggestion that is nothing but a tool's name. */
export function isBareToolName(text: string): boolean {
  return toolName.exec(text)?.[0] === text;
}

const otherCall = inRow(
  /\b(?:[Cc]all|[Uu]se|[Rr]un|[Ii]nvoke|[Uu]sing|[Cc]alling|[Rr]unning|with)(?: the)? [`'"“]?/,
  toolName,
  [
    /[^.\n]{0,30}\bfirst\b| before (?:\w{2,20}ing|you)\b/,
    / (?:tool )?to (?:create|initiali[sz]e|connect|set up|configure|start|open|load|select)\b/,
  ],
);

const firstBy = inRow(/\b(?:first,?|one) (?:using|with|by (?:calling|using|running)|via)(?: the)? [`'"“]?/, toolName);

/** The tool to call before this one; null if the message names none. */
export function callFirst(message: string): string | null {
  const said = message.slice(0, farEnough);
  return (otherCall.exec(said) ?? firstBy.exec(said))?.[1] ?? null;
}

const list =
  /\b(available|valid|supported|known|existing|configured|allowed|possible)\b([^:.\n]{0,40})(?::| are) {0,2}([^\n]{1,300})/i;
/** `expected one of "a"|"b"` */
const oneOf = /\b(?:must be|expected|choose|use) (?:either )?one of(?: the following)?:? {0,2}([^\n]{3,300})/i;
const nothing = /^["'[({]?\s?(?:none|nothing|empty|null|\(none\))?\s?[\])}"']?\.?$/i;

export interface Offered {
  /** `servers`; '' if the message does not say what it lists. */
  of: string;
  /** As the message lists them; null: it says that there are none. */
  items: string | null;
}

/** The choices that the message lists; null if it lists none. */
export function offeredIn(message: string): Offered | null {
  const said = message.slice(0, farEnough);
  const found = list.exec(said);
  if (found === null) {
    const items = oneOf.exec(said)?.[1];
    return items === undefined ? null : { of: '', items: items.replace(/\.$/, '') };
  }
  const of = (found[2] ?? '').trim();
  const items = (found[3] ?? '').trim();
  return { of: /^[\w -]{1,40}$/.test(of) ? of : '', items: nothing.test(items) ? null : items.replace(/\.$/, '') };
}
