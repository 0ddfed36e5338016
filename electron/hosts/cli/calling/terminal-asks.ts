// What a server asks of a person during a call, answered on the terminal: a form field by field, or an address to open. An empty line
// leaves an optional field out; the end of the input (Ctrl-D) declines.

import { createInterface } from 'node:readline';
import { problemWords } from '../../../../shared/decode/finding/check.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../../../shared/json/json.ts';
import { reportOnSchema } from '../../../../shared/schema/check-schema.ts';
import type { AskView } from '../../../../shared/server/connecting.ts';
import { visibleName } from '../../../../shared/text/visible-text.ts';
import type { CommandInspector } from '../common/command-inspector.ts';
import { printMaskedMessage as printMessage } from '../terminal/output.ts';
import { readTerminal } from '../terminal/terminal.ts';
import { typedArguments } from './call-arguments.ts';

/** A person can answer there. */
export const canAnswerHere = (): boolean =>
  readTerminal(process.stdin).isTerminal && readTerminal(process.stderr).isTerminal;

type NextLine = (prompt: string) => Promise<string | null>;

/** Until the returned function is called. `onAsk`: before a person is asked. */
export function answerOnTerminal({ api, onBatch }: CommandInspector, onAsk: () => void): () => void {
  const lines = createInterface({ input: process.stdin, terminal: false });
  const each = lines[Symbol.asyncIterator]();
  const next: NextLine = async (prompt) => {
    process.stderr.write(prompt);
    const { value, done } = await each.next();
    return done ? null : String(value);
  };
  const seen = new Set<string>();
  let turn = Promise.resolve();
  const stop = onBatch(({ asks }) => {
    for (const ask of asks ?? []) {
      if (seen.has(ask.id)) continue;
      seen.add(ask.id);
      // One question at a time, in the order in which they came.
      turn = turn.then(async () => {
        onAsk();
        const result = await answer(ask, next);
        await api.answerAsk({ ask: ask.id, answer: { kind: 'result', result: JSON.stringify(result) }, keep: false });
      });
    }
  });
  return () => {
    stop();
    lines.close();
  };
}

async function answer({ kind, words, params }: AskView, next: NextLine): Promise<JsonObject> {
  const parsed = parseJson(params);
  const asked = parsed.ok ? parsed.value : {};
  printMessage(words);
  const message = member(asked, 'message');
  if (typeof message === 'string' && !words.includes(message)) printMessage(message);
  if (kind === 'elicitation_url') return answerAddress(asked, next);
  if (kind === 'elicitation_form') return answerForm(member(asked, 'requestedSchema') ?? {}, next);
  return { action: 'decline' };
}

async function answerAddress(asked: Json, next: NextLine): Promise<JsonObject> {
  printMessage(`Open ${String(member(asked, 'url') ?? '')}`);
  const line = await next('Enter when done, d to decline: ');
  return { action: line === null || /^d/i.test(line.trim()) ? 'decline' : 'accept' };
}

async function answerForm(schema: Json, next: NextLine): Promise<JsonObject> {
  const properties = member(schema, 'properties');
  const required = member(schema, 'required');
  const content: JsonObject = {};
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
    const isRequired = Array.isArray(required) && required.includes(name);
    for (;;) {
      const line = await next(promptFor(name, property, isRequired));
      if (line === null) {
        process.stderr.write('\n');
        return { action: 'decline' };
      }
      const usual = member(property, 'default');
      if (line === '' && (usual !== undefined || !isRequired)) {
        if (usual !== undefined) content[name] = usual;
        break;
      }
      const typed = typedArguments({ args: { [name]: line }, texts: new Set([name]) }, schema);
      const [issue] = reportOnSchema(property, typed[name] ?? null).issues;
      if (issue === undefined) {
        content[name] = typed[name] ?? null;
        break;
      }
      printMessage(problemWords({ ...issue, path: `/${name}` }, typed[name]));
    }
  }
  return { action: 'accept', content };
}

/** `City (text, required): ` */
function promptFor(name: string, property: Json, isRequired: boolean): string {
  const options = member(property, 'enum');
  const usual = member(property, 'default');
  const facts = [
    Array.isArray(options) ? options.join(' | ') : String(member(property, 'type') ?? 'text'),
    ...(usual !== undefined ? [`default ${JSON.stringify(usual)}`] : [isRequired ? 'required' : 'optional']),
  ];
  const title = member(property, 'title');
  const about = member(property, 'description');
  if (typeof about === 'string') printMessage(about);
  return `${visibleName(typeof title === 'string' && title !== '' ? title : name)} (${visibleName(facts.join(', '))}): `;
}
