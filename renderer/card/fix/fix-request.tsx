// A rejected call, corrected on its card: a field for each value that no evidence gives, and the whole call as a diff. The finding decides
// what to change. fix-foot.tsx says what sending may do; the card's button sends.

import { type FormEvent, useMemo } from 'react';
import { inputSchemaOf } from '../../../shared/api/input-schema.ts';
import { placeName } from '../../../shared/correct/correction.ts';
import type { Change, Missing } from '../../../shared/failure.ts';
import { isObject, type Json } from '../../../shared/json/json.ts';
import { pathIn, valueAt } from '../../../shared/json/json-place.ts';
import { useDetail } from '../../model/detail.ts';
import { noChoices, useChoices } from '../../model/fix-choices.ts';
import { useKnownTools } from '../../model/known-tools.ts';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { isFixableHere, requestFix, sentArguments } from '../../model/request-fix.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { shortValue } from '../../text/wording.ts';
import type { SectionProps } from '../parts/section-props.ts';
import { FixField } from './fix-field.tsx';
import { fixProblem } from './fix-problem.ts';
import styles from './fix-request.module.css';

export function FixRequest({ detail, acts }: SectionProps) {
  const { row } = detail;
  const choices = useChoices((state) => state[row.id] ?? noChoices);
  const schema = useKnownTools((state) => inputSchemaOf(state.tools[row.id]));
  // Unmasked: otherwise placeholders would be corrected too.
  const raw = useDetail((state) => (state.raw?.row.id === row.id ? state.raw : detail));
  const asked = useMemo(() => requestFix(raw), [raw]);
  const fixed = useMemo(() => requestFix(raw, choices), [raw, choices]);
  const problem = useMemo(() => fixProblem(raw, choices, schema), [raw, choices, schema]);
  if (!asked || !fixed) return null;
  const isHere = isFixableHere(raw);
  return (
    <form className={styles.form} onSubmit={submit}>
      {!isHere && <p>Neither the server nor the schema says which value is wrong.</p>}
      {isHere &&
        acts !== null &&
        asked.missing.map((one) => (
          <FixField key={one.path} detail={raw} one={one} schema={schema} problem={problem} />
        ))}
      <CallDiff name={row.target ?? 'arguments'} args={sentArguments(raw)} {...fixed} />
      {acts && <acts.FixFoot detail={detail} problem={isHere ? (problem?.words ?? '') : ''} />}
    </form>
  );
}

/** Enter in a field is the card's button. */
export function submit(event: FormEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#detail-pane [data-primary]')?.click();
}

const mostLines = 14;
const longest = 80;

interface CallDiffProps {
  name: string;
  /** As sent. */
  args: Json | undefined;
  changes: readonly Change[];
  missing: readonly Missing[];
  /** Where an open value will come from. */
  from?: string;
}

type DiffLine = { sign: '' | '-' | '+'; text: string; note: string };

/** The whole call, with what changes. */
export function CallDiff({ name, args, changes, missing, from = '' }: CallDiffProps) {
  const model = useModel();
  const show = (text: string) => visibleLine(maskLine(model, text));
  const line = (path: string, value: Json) => `${placeName(path)}: ${shortValue(value, longest)}`;
  const isUnder = (path: string, key: string) => path === `/${key}` || path.startsWith(`/${key}/`);
  const lines: DiffLine[] = [];
  const changed = (change: Change) => {
    const { path, was, before, after, because } = change;
    if (before !== undefined) lines.push({ sign: '-', text: line(was ?? path, before), note: '' });
    if (after !== undefined)
      lines.push({ sign: '+', text: line(path, after), note: because === 'by you' ? '' : because });
  };
  const open = ({ path }: Missing) => {
    const sent = valueAt(args, pathIn(args, path));
    if (sent !== undefined) lines.push({ sign: '-', text: line(path, sent), note: '' });
    lines.push({ sign: '+', text: `${placeName(path)}: …`, note: from });
  };
  const keys = isObject(args) ? Object.keys(args) : [];
  const placed = new Set<Change | Missing>();
  for (const key of keys) {
    const here = changes.filter((change) => isUnder(change.was ?? change.path, key));
    const gaps = missing.filter(({ path }) => isUnder(path, key));
    for (const change of here) {
      placed.add(change);
      changed(change);
    }
    for (const gap of gaps) {
      placed.add(gap);
      open(gap);
    }
    if (here.length + gaps.length === 0)
      lines.push({
        sign: '',
        text: `${key}: ${shortValue((args as Record<string, Json>)[key] ?? null, longest)}`,
        note: '',
      });
  }
  for (const change of changes) if (!placed.has(change)) changed(change);
  for (const gap of missing) if (!placed.has(gap)) open(gap);
  const same = lines.filter(({ sign }) => sign === '').length;
  const isLong = lines.length > mostLines && same > 2;
  const shown = isLong ? lines.filter(({ sign }) => sign !== '') : lines;
  return (
    <section className={`${styles.diff} mono`} aria-label="Difference">
      <div>{show(name)}</div>
      {shown.map(({ sign, text, note }, index) => {
        const Line = sign === '-' ? 'del' : sign === '+' ? 'ins' : 'div';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one call are identified by their order.
          <Line key={index}>
            <span>{show(text)}</span>
            {note !== '' && <small title={show(note)}>{show(note)}</small>}
          </Line>
        );
      })}
      {isLong && <div>{same} arguments stay as they are</div>}
    </section>
  );
}
