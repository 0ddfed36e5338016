// The person at the terminal of a fix: asks what the loop needs, and returns the answers.

import { createInterface } from 'node:readline';
import type { VariableOffer, VariableValues } from '../../../../shared/api/variables.ts';
import { placeName } from '../../../../shared/correct/correction.ts';
import { quoted } from '../../../../shared/correct/wanted.ts';
import { typedAs } from '../../../../shared/features/fix/corrections.ts';
import type { FixAsk } from '../../../../shared/features/fix/fix-types.ts';
import type { FixView } from '../../../../shared/features/fix/fix-view.ts';
import { askLines, askTitle, wordNames } from '../../../../shared/features/fix/fix-words.ts';
import type { FixAnswerInput } from '../../../../shared/features/fix/methods.ts';
import type { Json } from '../../../../shared/json/json.ts';
import type { CommandInspector } from '../../../hosts/cli/common/command-inspector.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';

/** Answers on the terminal; an empty line or the end of the input stops. */
export class FixPerson {
  /** Variables, to save them at the end. */
  readonly typed: VariableValues = {};
  readonly #run: CommandRun;
  readonly #api: CommandInspector['api'];
  readonly #lines;
  readonly #each;

  constructor(run: CommandRun, api: CommandInspector['api']) {
    this.#run = run;
    this.#api = api;
    this.#lines = createInterface({ input: run.io.stdin, terminal: false });
    this.#each = this.#lines[Symbol.asyncIterator]();
  }

  close(): void {
    this.#lines.close();
  }

  async answer(ask: FixAsk, { to }: FixView): Promise<FixAnswerInput | null> {
    const { output } = this.#run;
    output.printMaskedMessage(`${askTitle(ask)}.`);
    for (const line of askLines(ask)) output.printMaskedMessage(`  ${line}`);
    switch (ask.kind) {
      case 'choose': {
        ask.options.slice(0, 30).forEach(({ value }, index) => {
          output.printMaskedMessage(`  ${index + 1}  ${quoted(value)}`);
        });
        const line = await this.#next('Number or value: ');
        if (line === '') return null;
        const option = ask.options[Number(line) - 1];
        return valueAnswer(ask.path, option === undefined ? typedAs(line, [], ask.sent) : option.value);
      }
      case 'fill': {
        const line = await this.#next(`${placeName(ask.path)}: `);
        return line === '' ? null : valueAnswer(ask.path, typedAs(line, ask.types, ask.sent));
      }
      case 'pick':
        return (await this.agrees(`Call ${ask.tool}?`)) ? { kind: 'list' } : null;
      case 'confirm': {
        if (ask.need === 'ask') return (await this.agrees('Send it?')) ? { kind: 'confirm', text: 'yes' } : null;
        const text = await this.#next(`Type ${ask.name}: `);
        return text === '' ? null : { kind: 'confirm', text };
      }
      case 'set':
        return (await this.#set(ask.variables, to)) ? { kind: 'ready' } : null;
      case 'word': {
        const text = await this.#next(`${wordNames[ask.wrong]}: `);
        return text === '' ? null : { kind: 'word', path: ask.path, text };
      }
      case 'act':
        return (await this.agrees('Start it again?')) ? { kind: 'ready' } : null;
    }
  }

  /** For this run only. An empty line takes the value that was found, if there is one. */
  async #set(names: readonly string[], server: string): Promise<boolean> {
    const known = await this.#api.variableOffers({ server, names: [...names] });
    for (const name of names) {
      const offer = known.ok ? known.value.offers.find((one) => one.name === name) : undefined;
      const line = await this.#next(offer ? `${name} (empty: ${offerWords(offer)}): ` : `${name}: `);
      if (line === '' && offer === undefined) return false;
      this.typed[name] = line === '' && offer ? { from: offer.from } : { value: line };
    }
    const values = Object.fromEntries(names.flatMap((name) => (this.typed[name] ? [[name, this.typed[name]]] : [])));
    const kept = await this.#api.setVariables({ server, values, words: {}, keep: 'run' });
    if (!kept.ok) this.#run.output.printMaskedMessage(kept.error.message);
    return kept.ok;
  }

  async agrees(question: string): Promise<boolean> {
    return /^y(?:es)?$/i.test(await this.#next(`${question} [y/N] `));
  }

  async #next(prompt: string): Promise<string> {
    this.#run.io.stderr.write(prompt);
    const { value, done } = await this.#each.next();
    return done ? '' : String(value).trim();
  }
}

const offerWords = ({ from, path }: VariableOffer): string =>
  from === 'file' ? `from ${path}` : from === 'shell' ? 'from your shell' : 'from the environment';

const valueAnswer = (path: string, value: Json): FixAnswerInput => ({
  kind: 'value',
  path,
  value: JSON.stringify(value),
});
