// The arguments of a refused call, corrected as far as somebody said how: the server in its own words, else the tool's schema. What
// nobody said is not made up but named as missing. Owns the order in which sources are asked; each step is tried against
// check-schema.ts and kept only if its place fits afterwards. Pure and bounded: schemas and messages come from servers.

import { checkSchema } from '../check-schema.ts';
import type { FieldIssue } from '../failure.ts';
import { isObject, type Json, type JsonObject, member } from '../json.ts';
import { type Path, pathIn, pointerOf, setAt, valueAt } from '../json-place.ts';
import { surelyMeant } from '../nearest-word.ts';
import { conversions } from './convert.ts';
import type { Change, Correction, Missing } from './correction.ts';
import { type Hint, hintAccepts, readHint } from './read-hint.ts';
import { namesAt, requiredAt, schemasAt, typesAt } from './schemas-at.ts';
import { choicesAt, numberAt, typeName, wantedWords } from './wanted.ts';

export interface Refused {
  /** null: not known; then only the server's words count. */
  schema: Json | null;
  /** As they were sent; undefined: none were. */
  args: Json | undefined;
  /** What the server said of single arguments. */
  issues: readonly FieldIssue[];
  /** What it said as a whole. */
  message: string;
}

const mostRounds = 20;
/** Each is one check of the whole. */
const mostTrials = 40;
const mostHints = 20;
/** Members looked at for one that has another name. */
const mostNames = 200;

interface Said {
  path: Path;
  message: string;
  hint: Hint;
}

interface Candidate {
  value: Json | undefined;
  because: string;
  from: Change['from'];
}

export function correctArguments({ schema, args, issues, message }: Refused): Correction {
  const bench = new Bench(schema ?? true, args === undefined ? {} : args);
  bench.openText();
  const said = readSaid(schema, bench.args, issues, message);
  for (const { path, hint } of said) bench.mendNames(path, hint);
  bench.mendBySchema(said);
  for (const one of said) bench.mendBySaid(one);
  // What the server asked for may have brought in something that the schema has a word about.
  bench.mendBySchema(said);
  return bench.result(said);
}

class Bench {
  readonly #schema: Json;
  readonly #sent: Json;
  readonly #changes: Change[] = [];
  readonly #inVain = new Set<string>();
  #trials = 0;
  args: Json;

  constructor(schema: Json, args: Json) {
    this.#schema = schema;
    this.#sent = args;
    this.args = args;
  }

  /** All arguments as one text that holds them: models do that. */
  openText(): void {
    if (isObject(this.args)) return;
    const [read] = conversions(this.args, ['object']);
    if (read) this.#take([], { value: read.value, because: read.because ?? '', from: 'schema' });
  }

  /** Names that the server says it does not know. */
  mendNames(path: Path, hint: Hint): void {
    for (const name of hint.unknown) {
      const parent = path.at(-1) === name ? path.slice(0, -1) : path;
      const holder = valueAt(this.args, parent);
      if (isObject(holder) && Object.hasOwn(holder, name)) this.#renameOrRemove([...parent, name], hint);
    }
  }

  mendBySchema(said: readonly Said[]): void {
    for (let round = 0; round < mostRounds; round += 1) {
      let mended = false;
      for (const issue of checkSchema(this.#schema, this.args)) {
        const key = `${issue.path}\n${issue.code}`;
        if (this.#inVain.has(key) || this.#trials > mostTrials) continue;
        const path = pathIn(this.args, issue.path);
        const hint = said.find((one) => pointerOf(one.path) === issue.path) ?? null;
        if (this.#mend(path, issue.code ?? '', hint)) mended = true;
        else this.#inVain.add(key);
        // Places may have moved.
        if (mended) break;
      }
      if (!mended) return;
    }
  }

  /** What only the server objects to. */
  mendBySaid(one: Said): void {
    if (one.path.length === 0 || this.#isChanged(one.path) || this.#trials > mostTrials) return;
    const value = valueAt(this.args, one.path);
    if (value === undefined) {
      if (one.hint.isMissing || one.hint.choices.length > 0 || one.hint.example !== null) this.#fill(one.path, one);
    } else if (one.hint.unknown.length === 0) this.#replace(one.path, value, one);
  }

  #mend(path: Path, code: string, said: Said | null): boolean {
    const value = valueAt(this.args, path);
    if (code === 'required') return this.#fill(path, said);
    if (code === 'additionalProperties' || code === 'false schema')
      return this.#renameOrRemove(path, said?.hint ?? null);
    return value !== undefined && path.length > 0 && this.#replace(path, value, said);
  }

  /** A member that is missing: under another name, or with a value that somebody gave. */
  #fill(path: Path, said: Said | null): boolean {
    const name = String(path.at(-1));
    const parent = path.slice(0, -1);
    const holder = valueAt(this.args, parent);
    if (isObject(holder)) {
      const known = new Set(namesAt(schemasAt(this.#schema, parent)));
      const others = Object.keys(holder)
        .slice(0, mostNames)
        .filter((other) => !known.has(other));
      const other = others.find((candidate) => surelyMeant(candidate, [name]) !== null);
      if (other !== undefined && this.#rename([...parent, other], path, null)) return true;
    }
    const schemas = schemasAt(this.#schema, path);
    if (this.#tryAll(path, [...givenBy(said), ...givenIn(schemas)], said?.hint ?? null)) return true;
    // An object whose own members can be asked for one by one.
    if (requiredAt(schemas).size === 0 || !typesAt(schemas).every((type) => type === 'object')) return false;
    return this.#try(path, { value: {}, because: 'the schema requires an object here', from: 'schema' }, null, 'at');
  }

  #replace(path: Path, value: Json, said: Said | null): boolean {
    const schemas = schemasAt(this.#schema, path);
    const hint = said?.hint ?? null;
    const isNeeded = requiredAt(schemasAt(this.#schema, path.slice(0, -1))).has(String(path.at(-1)));
    const candidates: Candidate[] = [
      ...converted(value, hint?.types ?? [], 'server'),
      ...(said ? chosenBy(said, value) : []),
      ...converted(value, typesAt(schemas), 'schema'),
      ...chosenIn(schemas, value),
      ...(value === null && !isNeeded && typeof path.at(-1) === 'string'
        ? [{ value: undefined, because: 'null does not fit, and it may be left out', from: 'schema' as const }]
        : []),
      ...givenBy(said),
      ...givenIn(schemas),
    ];
    return this.#tryAll(path, candidates, hint);
  }

  #renameOrRemove(path: Path, hint: Hint | null): boolean {
    const name = String(path.at(-1));
    const parent = path.slice(0, -1);
    const holder = valueAt(this.args, parent);
    if (!isObject(holder) || path.length === 0) return false;
    const known = [...namesAt(schemasAt(this.#schema, parent)), ...(hint?.choices ?? [])];
    const free = known.filter((other) => !Object.hasOwn(holder, other));
    const meant = hint?.meant != null && free.includes(hint.meant) ? hint.meant : null;
    // Without a list of names, the server's word is all there is.
    const asked = hint?.meant != null && known.length === 0 && !Object.hasOwn(holder, hint.meant) ? hint.meant : null;
    const to = meant ?? asked ?? surelyMeant(name, free);
    if (to !== null && this.#rename(path, [...parent, to], meant ?? asked)) return true;
    const because = hint?.unknown.includes(name) ? 'the server does not know it' : 'the tool does not know it';
    this.#take(path, { value: undefined, because, from: hint ? 'server' : 'schema' });
    return true;
  }

  /** Moved as it is, or as what it would be converted to there. */
  #rename(from: Path, to: Path, meant: string | null): boolean {
    const value = valueAt(this.args, from);
    if (value === undefined) return false;
    const without = setAt(this.args, from, undefined);
    const isWhole = (moved: Json) => this.#fits(setAt(without, to, moved), to, 'below');
    const types = typesAt(schemasAt(this.#schema, to));
    const moved = [{ value, because: '' }, ...converted(value, types, 'schema')].find((one) =>
      isWhole(one.value as Json),
    );
    if (!moved) return false;
    this.args = setAt(without, to, moved.value);
    this.#changes.push({
      path: pointerOf(to),
      was: pointerOf(from),
      before: value,
      after: moved.value,
      because: meant === null ? 'the tool’s own name for it' : 'the server asks whether this was meant',
      from: meant === null ? 'schema' : 'server',
    });
    return true;
  }

  #tryAll(path: Path, candidates: readonly Candidate[], hint: Hint | null): boolean {
    return candidates.some((candidate) => this.#try(path, candidate, hint, 'below'));
  }

  #try(path: Path, candidate: Candidate, hint: Hint | null, scope: 'at' | 'below'): boolean {
    const { value } = candidate;
    const before = valueAt(this.args, path);
    if (value !== undefined && JSON.stringify(value) === JSON.stringify(before)) return false;
    if (value !== undefined && hint !== null && hint.unknown.length === 0 && !hintAccepts(hint, value)) return false;
    if (!this.#fits(setAt(this.args, path, value), path, scope)) return false;
    this.#take(path, candidate);
    return true;
  }

  #fits(args: Json, path: Path, scope: 'at' | 'below'): boolean {
    this.#trials += 1;
    if (this.#trials > mostTrials) return false;
    const pointer = pointerOf(path);
    return !checkSchema(this.#schema, args).some(
      (issue) => issue.path === pointer || (scope === 'below' && issue.path.startsWith(`${pointer}/`)),
    );
  }

  #take(path: Path, { value, because, from }: Candidate): void {
    const pointer = pointerOf(path);
    const before = valueAt(this.args, path);
    this.args = setAt(this.args, path, value);
    this.#changes.push({
      path: pointer,
      because,
      from,
      ...(before === undefined ? {} : { before }),
      ...(value === undefined ? {} : { after: value }),
    });
  }

  #isChanged(path: Path): boolean {
    const pointer = pointerOf(path);
    return this.#changes.some((change) => change.path === pointer || change.was === pointer);
  }

  result(said: readonly Said[]): Correction {
    const left = checkSchema(this.#schema, this.args);
    const missing = left.map(({ path, message, code }): Missing => {
      const place = pathIn(this.args, path);
      const wants = wantedWords(schemasAt(this.#schema, place));
      const isSent = valueAt(this.args, place) !== undefined;
      // That it is required is said by its standing here.
      return { path, wants, isSent, ...(wants === '' && code !== 'required' ? { says: message } : {}) };
    });
    for (const { path, message, hint } of said) {
      const pointer = pointerOf(path);
      if (path.length === 0 || this.#isChanged(path) || missing.some((one) => one.path === pointer)) continue;
      if (hint.unknown.some((name) => this.#isChanged([...path, name]))) continue;
      missing.push({
        path: pointer,
        wants: wantedWords(schemasAt(this.#schema, path)),
        says: message,
        isSent: valueAt(this.args, path) !== undefined,
      });
    }
    const unplaced = said.find(({ path }) => path.length === 0)?.message;
    return {
      args: this.args,
      changes: this.#changes,
      missing: onePerPlace(missing),
      fits: left.length === 0,
      isChanged: this.args !== this.#sent,
      ...(unplaced === undefined ? {} : { unplaced }),
    };
  }
}

function onePerPlace(missing: readonly Missing[]): Missing[] {
  return missing.filter(({ path }, index) => missing.findIndex((other) => other.path === path) === index);
}

/** The server's words, each at the argument it speaks of. */
function readSaid(schema: Json | null, args: Json, issues: readonly FieldIssue[], message: string): Said[] {
  const said = issues.slice(0, mostHints).map((issue): Said => {
    const pointer = issue.path.replace(/^(?:\/params)?\/arguments(?=\/|$)/, '');
    const path = pointer === '' ? (placeNamed(schema, args, issue.message) ?? []) : pathIn(args, pointer);
    return { path, message: issue.message, hint: readHint(issue.message, issue.code) };
  });
  const whole = message.slice(0, 2000);
  if (whole === '') return said;
  const path = placeNamed(schema, args, whole);
  if (said.length === 0) return [{ path: path ?? [], message: whole, hint: readHint(whole) }];
  const [only] = said;
  // One sentence about one argument: what its list of issues leaves out may stand in the message.
  if (only && said.length === 1 && (path === null || pointerOf(path) === pointerOf(only.path)))
    only.hint = joined(only.hint, readHint(whole));
  return said;
}

function joined(hint: Hint, more: Hint): Hint {
  return {
    types: hint.types.length > 0 ? hint.types : more.types,
    choices: hint.choices.length > 0 ? hint.choices : more.choices,
    least: hint.least ?? more.least,
    most: hint.most ?? more.most,
    isOpen: hint.least === null && hint.most === null ? more.isOpen : hint.isOpen,
    meant: hint.meant ?? more.meant,
    example: hint.example ?? more.example,
    unknown: hint.unknown.length > 0 ? hint.unknown : more.unknown,
    isMissing: hint.isMissing || more.isMissing,
  };
}

/** The one argument whose name, or else whose value, stands in the sentence; null: none, or several. */
function placeNamed(schema: Json | null, args: Json, message: string): Path | null {
  const words = new Set(message.split(/[^\w$.-]+/, 400).flatMap((word) => [word, word.replace(/(?<![.,])[.,]+$/, '')]));
  const sent = isObject(args) ? Object.keys(args).slice(0, 400) : [];
  const names = [...new Set([...namesAt(schema === null ? [] : schemasAt(schema, [])), ...sent])];
  const named = names.filter((name) => words.has(name));
  if (named.length === 1) return [named[0] as string];
  if (named.length > 1 || !isObject(args)) return null;
  const valued = sent.filter((name) => {
    const value = member(args, name);
    return typeof value === 'string' && value !== '' && value.length < 100 && isQuoted(message, value);
  });
  return valued.length === 1 ? [valued[0] as string] : null;
}

const isQuoted = (text: string, value: string): boolean =>
  ['"', "'", '`'].some((quote) => text.includes(`${quote}${value}${quote}`)) || text.includes(`“${value}”`);

function converted(value: Json, types: readonly string[], from: Change['from']): Candidate[] {
  return conversions(value, types).map((one) => ({
    value: one.value,
    because: one.because ?? `the ${from} wants ${typeName(one.type)}`,
    from,
  }));
}

/** Another value than the one sent, as the server named it. */
function chosenBy({ hint, message }: Said, value: Json): Candidate[] {
  const found: Candidate[] = [];
  const add = (next: Json | undefined, because: string) => {
    if (next !== undefined) found.push({ value: next, because, from: 'server' });
  };
  const asked = hint.meant ?? undefined;
  if (asked !== undefined) for (const one of asSent(asked)) add(one, 'the server asks whether this was meant');
  if (hint.choices.length > 0) {
    const near = typeof value === 'string' ? surelyMeant(value, hint.choices) : null;
    if (near !== null) for (const one of asSent(near)) add(one, 'the nearest of those that the server names');
    if (hint.choices.length === 1)
      for (const one of asSent(hint.choices[0] as string)) add(one, 'the only one that the server names');
  }
  add(clamped(value, hint.least, hint.most, hint.isOpen), `the server says: ${message.slice(0, 160)}`);
  return found;
}

function chosenIn(schemas: readonly JsonObject[], value: Json): Candidate[] {
  const found: Candidate[] = [];
  const choices = choicesAt(schemas);
  const texts = choices.filter((choice) => typeof choice === 'string');
  if (typeof value === 'string') {
    const near = surelyMeant(value, texts) ?? texts.find((choice) => choice === value.trim());
    if (near !== undefined && near !== null)
      found.push({ value: near, because: 'the nearest of those that the schema allows', from: 'schema' });
    if (value.trim() !== value)
      found.push({ value: value.trim(), because: 'without the space around it', from: 'schema' });
  }
  const least = numberAt(schemas, 'minimum') ?? null;
  const most = numberAt(schemas, 'maximum') ?? null;
  const number = typeof value === 'string' ? (conversions(value, ['number'])[0]?.value ?? value) : value;
  const kept = clamped(number, least, most, false);
  if (kept !== undefined)
    found.push({
      value: kept,
      because:
        kept === most ? `the most that the schema allows is ${most}` : `the least that the schema allows is ${least}`,
      from: 'schema',
    });
  return found;
}

/** The nearest number within the limits; undefined where it is within them, or no number is nearest. */
function clamped(value: Json, least: number | null, most: number | null, isOpen: boolean): number | undefined {
  if (typeof value !== 'number') return undefined;
  const step = isOpen ? (Number.isInteger(value) ? 1 : Number.NaN) : 0;
  const low = least === null ? undefined : least + step;
  const high = most === null ? undefined : most - step;
  const next = high !== undefined && !(value <= high) ? high : low !== undefined && !(value >= low) ? low : undefined;
  return next === undefined || Number.isNaN(next) ? undefined : next;
}

/** For a place that is empty, or whose value nothing can mend. */
function givenBy(said: Said | null): Candidate[] {
  if (!said) return [];
  const { hint } = said;
  const found: Candidate[] = [];
  const [only, ...others] = hint.choices;
  if (only !== undefined && others.length === 0 && hint.unknown.length === 0)
    for (const value of asSent(only))
      found.push({ value, because: 'the only one that the server names', from: 'server' });
  if (hint.example !== null)
    for (const value of asSent(hint.example))
      found.push({ value, because: 'the server’s example: check that it is what you want', from: 'server' });
  return found;
}

function givenIn(schemas: readonly JsonObject[]): Candidate[] {
  const found: Candidate[] = [];
  const add = (value: Json | undefined, because: string) => {
    if (value !== undefined) found.push({ value, because, from: 'schema' });
  };
  for (const schema of schemas) add(member(schema, 'const'), 'the only value that the schema allows');
  for (const schema of schemas) {
    const choices = member(schema, 'enum');
    if (Array.isArray(choices) && choices.length === 1) add(choices[0], 'the only value that the schema allows');
  }
  for (const schema of schemas) add(member(schema, 'default'), 'the schema’s default');
  for (const schema of schemas) {
    const examples = member(schema, 'examples');
    for (const example of Array.isArray(examples) ? examples.slice(0, 3) : [member(schema, 'example')])
      add(example, 'the schema’s example: check that it is what you want');
  }
  return found.slice(0, 12);
}

/** A word of a message may stand for a text, a number, true or false: whichever fits its place is taken. */
function asSent(word: string): Json[] {
  return [word, ...conversions(word, ['number', 'boolean']).map(({ value }) => value)];
}
