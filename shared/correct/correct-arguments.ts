// Corrects the arguments of a rejected call as far as the server's message or the tool's schema says how. Reports anything else as
// missing instead of inventing it. Owns the order of sources; each step is tried against check-schema.ts and kept only if its path is
// valid afterwards. Pure and bounded: schemas and messages come from servers.

import type { Change, FieldIssue, Missing } from '../failure.ts';
import { isObject, type Json } from '../json/json.ts';
import { type Path, pathIn, pointerOf, setAt, valueAt } from '../json/json-place.ts';
import { checkSchema } from '../schema/check-schema.ts';
import { surelyMeant } from '../text/nearest-word.ts';
import { chosenBy, chosenIn, converted, givenBy, givenIn, type ValueCandidate } from './candidates.ts';
import { conversions } from './convert.ts';
import type { Correction } from './correction.ts';
import { type Hint, hintAccepts } from './read-hint.ts';
import { readSaid, type Said } from './said.ts';
import { namesAt, requiredAt, schemasAt, typesAt } from './schemas-at.ts';
import { typeName, wantedWords } from './wanted.ts';

export interface Refused {
  /** null: unknown; then only the server's message counts. */
  schema: Json | null;
  /** As sent; undefined: none were sent. */
  args: Json | undefined;
  /** What the server said about single arguments. */
  issues: readonly FieldIssue[];
  /** Its general message. */
  message: string;
}

const mostRounds = 20;
/** Each is one check of the whole. */
const mostTrials = 40;
/** Fields searched for a misspelled name. */
const mostNames = 200;

export function correctArguments({ schema, args, issues, message }: Refused): Correction {
  const bench = new Bench(schema ?? true, args === undefined ? {} : args);
  bench.openText();
  const said = readSaid(schema, bench.args, issues, message);
  for (const { path, hint } of said) bench.mendNames(path, hint);
  bench.mendBySchema(said);
  const checked = bench.args;
  for (const one of said) bench.mendBySaid(one);
  // A change for the server may have added something that the schema restricts.
  if (bench.args !== checked) bench.mendBySchema(said);
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

  /** All arguments as one text: some models do that. */
  openText(): void {
    if (isObject(this.args)) return;
    const [read] = conversions(this.args, ['object']);
    if (read) this.#take([], { value: read.value, because: read.because ?? '', from: 'schema' });
  }

  /** Names that the server does not know. */
  mendNames(path: Path, hint: Hint): void {
    for (const name of hint.unknown) {
      const parent = path.at(-1) === name ? path.slice(0, -1) : path;
      const holder = valueAt(this.args, parent);
      if (isObject(holder) && Object.hasOwn(holder, name)) this.#renameOrRemove([...parent, name], hint);
    }
  }

  mendBySchema(said: readonly Said[]): void {
    if (this.#schema === true) return;
    for (let round = 0; round < mostRounds; round += 1) {
      let isFixed = false;
      for (const issue of checkSchema(this.#schema, this.args)) {
        const key = `${issue.path}\n${issue.code}`;
        if (this.#inVain.has(key) || this.#trials > mostTrials) continue;
        const path = pathIn(this.args, issue.path);
        const hint = said.find((one) => pointerOf(one.path) === issue.path) ?? null;
        if (this.#fix(path, issue.code ?? '', hint)) isFixed = true;
        else this.#inVain.add(key);
        // Paths may have moved.
        if (isFixed) break;
      }
      if (!isFixed) return;
    }
  }

  /** What only the server rejects. */
  mendBySaid(one: Said): void {
    if (one.path.length === 0 || this.#isChanged(one.path) || this.#trials > mostTrials) return;
    const value = valueAt(this.args, one.path);
    if (value === undefined) {
      if (one.hint.isMissing || one.hint.choices.length > 0 || one.hint.example !== null) this.#fill(one.path, one);
    } else if (one.hint.unknown.length === 0) this.#replace(one.path, value, one);
  }

  #fix(path: Path, code: string, said: Said | null): boolean {
    const value = valueAt(this.args, path);
    if (code === 'required') return this.#fill(path, said);
    if (code === 'additionalProperties' || code === 'false schema')
      return this.#renameOrRemove(path, said?.hint ?? null);
    return value !== undefined && path.length > 0 && this.#replace(path, value, said);
  }

  /** A missing field: under another name, or with a known value. */
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
    // An object whose fields can be requested one by one.
    if (requiredAt(schemas).size === 0 || !typesAt(schemas).every((type) => type === 'object')) return false;
    return this.#try(path, { value: {}, because: 'the schema requires an object here', from: 'schema' }, null, 'at');
  }

  #replace(path: Path, value: Json, said: Said | null): boolean {
    const schemas = schemasAt(this.#schema, path);
    const hint = said?.hint ?? null;
    const isNeeded = requiredAt(schemasAt(this.#schema, path.slice(0, -1))).has(String(path.at(-1)));
    const candidates: ValueCandidate[] = [
      ...converted(value, hint?.types ?? [], 'server'),
      ...(said ? chosenBy(said, value) : []),
      ...converted(value, typesAt(schemas), 'schema'),
      ...chosenIn(schemas, value),
      // Only a schema can say that it is optional.
      ...(value === null && !isNeeded && schemas.length > 0 && typeof path.at(-1) === 'string'
        ? [{ value: undefined, because: 'null does not fit, and it may be left out', from: 'schema' as const }]
        : []),
      ...givenIn(schemas, value),
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
    // Without a list of names, only the server's message counts.
    const asked = hint?.meant != null && known.length === 0 && !Object.hasOwn(holder, hint.meant) ? hint.meant : null;
    const to = meant ?? asked ?? surelyMeant(name, free);
    if (to !== null && this.#rename(path, [...parent, to], meant ?? asked)) return true;
    const because = hint?.unknown.includes(name) ? 'the server does not know it' : 'the tool does not know it';
    this.#take(path, { value: undefined, because, from: hint ? 'server' : 'schema' });
    return true;
  }

  /** Moved unchanged, or converted for its new path. */
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

  #tryAll(path: Path, candidates: readonly ValueCandidate[], hint: Hint | null): boolean {
    // A value with several reasons is no guess if one of them leaves no other value.
    const surest = (one: ValueCandidate) =>
      candidates.find(({ value, isGuess }) => !isGuess && JSON.stringify(value) === JSON.stringify(one.value)) ?? one;
    return candidates.some((candidate) => this.#try(path, surest(candidate), hint, 'below'));
  }

  #try(path: Path, candidate: ValueCandidate, hint: Hint | null, scope: 'at' | 'below'): boolean {
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

  #take(path: Path, { value, because, from, isGuess }: ValueCandidate): void {
    const pointer = pointerOf(path);
    const before = valueAt(this.args, path);
    this.args = setAt(this.args, path, value);
    this.#changes.push({
      path: pointer,
      because,
      from,
      ...(before === undefined ? {} : { before }),
      ...(value === undefined ? {} : { after: value }),
      ...(isGuess ? { isGuess } : {}),
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
      const own = said.find((one) => pointerOf(one.path) === path)?.hint.choices ?? [];
      // Its presence here means that it is required.
      return {
        path,
        wants,
        isSent,
        ...(wants === '' && code !== 'required' ? { says: message } : {}),
        ...severalOf(own),
      };
    });
    for (const { path, message, hint } of said) {
      const pointer = pointerOf(path);
      if (path.length === 0 || this.#isChanged(path) || missing.some((one) => one.path === pointer)) continue;
      if (hint.unknown.some((name) => this.#isChanged([...path, name]))) continue;
      missing.push({
        path: pointer,
        // Without a schema, the server's message gives the type.
        wants:
          (hint.least !== null && hint.most !== null
            ? `a number from ${hint.least} to ${hint.most}`
            : wantedWords(schemasAt(this.#schema, path))) || hint.types.slice(0, 3).map(typeName).join(' or '),
        says: message,
        isSent: valueAt(this.args, path) !== undefined || namesReceived.test(message),
        ...severalOf(hint.unknown.length === 0 ? hint.choices : []),
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

/** A single choice is used, so only several are left to the user. */
const severalOf = (choices: readonly string[]): Pick<Missing, 'choices'> =>
  choices.length > 1 ? { choices: [...choices] } : {};

function onePerPlace(missing: readonly Missing[]): Missing[] {
  return missing.filter(({ path }, index) => missing.findIndex((other) => other.path === path) === index);
}

/** Without the request, `received string` is the only sign that a value was sent. */
const namesReceived = /\breceived (?!undefined|nothing)/i;
