// What a server asks of a person during a call, answered on the terminal: a form field by field, or an address to open. An empty line
// leaves an optional field out; the end of the input (Ctrl-D) declines.

import { createInterface } from 'node:readline';
import { problemWords } from '../../../../shared/decode/finding/check.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../../../shared/json/json.ts';
import { reportOnSchema } from '../../../../shared/schema/check-schema.ts';
import type { AskView } from '../../../../shared/server/connecting.ts';
import { visibleName } from '../../../../shared/text/visible-text.ts';
import type { CommandInspector } from '../common/command-inspector.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { readTerminal } from '../terminal/terminal.ts';
import { typedArguments } from './call-arguments.ts';

/** A person can answer there. */
export const canAnswerHere = ({ io: { stdin, stderr, env } }: CommandRun): boolean =>
  readTerminal(stdin, env).isTerminal && readTerminal(stderr, env).isTerminal;

type NextLine = (prompt: string) => Promise<string | null>;

/** Until the returned function is called. `onAsk`: before a person is asked. */
export function answerOnTerminal(run: CommandRun, { api, onBatch }: CommandInspector, onAsk: () => void): () => void {
  const lines = createInterface({ input: run.io.stdin, terminal: false });
  const each = lines[Symbol.asyncIterator]();
  const next: NextLine = async (prompt) => {
    run.io.stderr.write(prompt);
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
        const result = await answer(run, ask, next);
        await api.answerAsk({ ask: ask.id, answer: { kind: 'result', result: JSON.stringify(result) }, keep: false });
      });
    }
  });
  return () => {
    stop();
    lines.close();
  };
}

async function answer(run: CommandRun, { kind, words, params }: AskView, next: NextLine): Promise<JsonObject> {
  const { output } = run;
  const parsed = parseJson(params);
  const asked = parsed.ok ? parsed.value : {};
  output.printMaskedMessage(words);
  const message = member(asked, 'message');
  if (typeof message === 'string' && !words.includes(message)) output.printMaskedMessage(message);
  if (kind === 'elicitation_url') return answerAddress(run, asked, next);
  if (kind === 'elicitation_form') return answerForm(run, member(asked, 'requestedSchema') ?? {}, next);
  return { action: 'decline' };
}

async function answerAddress({ output }: CommandRun, asked: Json, next: NextLine): Promise<JsonObject> {
  output.printMaskedMessage(`Open ${String(member(asked, 'url') ?? '')}`);
  const line = await next('Enter when done, d to decline: ');
  return { action: line === null || /^d/i.test(line.trim()) ? 'decline' : 'accept' };
}

async function answerForm(run: CommandRun, schema: Json, next: NextLine): Promise<JsonObject> {
  const { output } = run;
  const properties = member(schema, 'properties');
  const required = member(schema, 'required');
  const content: JsonObject = {};
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
    const isRequired = Array.isArray(required) && required.includes(name);
    for (;;) {
      const line = await next(promptFor(run, name, property, isRequired));
      if (line === null) {
        run.io.stderr.write('\n');
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
      output.printMaskedMessage(problemWords({ ...issue, path: `/${name}` }, typed[name]));
    }
  }
  return { action: 'accept', content };
}

/** `City (text, required): ` */
function promptFor({ output }: CommandRun, name: string, property: Json, isRequired: boolean): string {
  const options = member(property, 'enum');
  const usual = member(property, 'default');
  const facts = [
    Array.isArray(options) ? options.join(' | ') : String(member(property, 'type') ?? 'text'),
    ...(usual !== undefined ? [`default ${JSON.stringify(usual)}`] : [isRequired ? 'required' : 'optional']),
  ];
  const title = member(property, 'title');
  const about = member(property, 'description');
  if (typeof about === 'string') output.printMaskedMessage(about);
  return `${visibleName(typeof title === 'string' && title !== '' ? title : name)} (${visibleName(facts.join(', '))}): `;
}
