// What each model receives from one response: a summary sentence and a line per client. Owns how clients, losses and the two sides are
// drawn.

import { type ReactNode, useMemo, useState } from 'react';
import { nameOfClient } from '../../shared/clients/clients.ts';
import { isMeasured, type LossSummary, summaryOf } from '../../shared/seen/loss-summary.ts';
import { maskAnswer, maskedGot } from '../../shared/seen/masked-got.ts';
import { gotText } from '../../shared/seen/parts/blocks.ts';
import type { Loss, SeenContext, ServerAnswer } from '../../shared/seen/parts/seen.ts';
import type { Seen, SeenClientId } from '../../shared/seen/seen.ts';
import { seenByAll } from '../../shared/seen/seen-by-all.ts';
import { ForeignText } from '../components/foreign-text.tsx';
import { Pill } from '../components/pill.tsx';
import { maskText } from '../model/masks.ts';
import { useModel } from '../model/model.ts';
import { cut } from '../text/wording.ts';
import styles from './models-view.module.css';

const longest = 4000;

/** Wraps it in a section under a short summary. */
export type WrapModels = (summary: string, isLossy: boolean, children: ReactNode) => ReactNode;

interface ModelsViewProps {
  answer: ServerAnswer;
  context: SeenContext;
  wrap: WrapModels;
}

export function ModelsView({ answer, context, wrap }: ModelsViewProps) {
  const [opened, setOpened] = useState<SeenClientId | null>(null);
  const { server, tool, outputSchema } = context;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each render creates a new context with the same fields.
  const seen = useMemo(() => seenByAll(answer, context), [answer, server, tool, outputSchema]);
  const summary = useMemo(() => summaryOf(answer, seen), [answer, seen]);
  const lossy = seen.filter(({ client, lost }) => isMeasured(client) && lost.length > 0);
  return wrap(
    shortLine(summary, lossy.length),
    summary.unaware.length > 0,
    <>
      <p className={styles.line}>{lineOf(summary, lossy)}.</p>
      <ul className={styles.clients} aria-label="What each model gets, by client">
        {seen.map((one) => (
          <li key={one.client}>
            <Client one={one} isOpen={opened === one.client} onOpen={setOpened} />
            {opened === one.client && <Sides answer={answer} context={context} one={one} />}
          </li>
        ))}
      </ul>
      {summary.change !== '' && (
        <p className={styles.change}>
          <b>To reach all models:</b> {summary.change}
        </p>
      )}
    </>,
  );
}

function shortLine({ unaware, of }: LossSummary, lossy: number): string {
  if (unaware.length > 0) return `${namesOf(unaware)} ${unaware.length === 1 ? 'sees' : 'see'} no error`;
  return lossy === 0 ? `All ${of} pass it on` : `${lossy} of ${of} lose a part`;
}

const mostNames = 2;

/** `Codex and opencode`, `Codex and 3 more` */
function namesOf(clients: readonly SeenClientId[]): string {
  const names = clients.map(nameOfClient);
  return names.length <= mostNames ? names.join(' and ') : `${names[0]} and ${names.length - 1} more`;
}

/** The same count as in the heading. */
function lineOf({ sentence, lost, of }: LossSummary, lossy: readonly Seen[]): string {
  if (sentence !== '') return sentence;
  if (lost !== '') return `Lost: ${lost}`;
  if (lossy.length === 0) return `All ${of} measured clients pass it on`;
  return `${namesOf(lossy.map(({ client }) => client))} ${lossy.length === 1 ? 'loses' : 'lose'} a part`;
}

interface ClientProps {
  one: Seen;
  isOpen: boolean;
  onOpen(client: SeenClientId | null): void;
}

function Client({ one: { client, version, flagged, lost }, isOpen, onOpen }: ClientProps) {
  const kept: Loss[] = lost.filter((loss) => loss !== 'flag');
  return (
    <button
      type="button"
      className={styles.client}
      aria-expanded={isOpen}
      onClick={() => onOpen(isOpen ? null : client)}
    >
      <span className={styles.name}>
        {nameOfClient(client)} <small>{isMeasured(client) ? version : `${version}, not measured`}</small>
      </span>
      <span className={styles.marks}>
        {flagged && <Pill tone="outline">marked as failed</Pill>}
        {lost.includes('flag') && <Pill tone="warn">not marked as failed</Pill>}
        {kept.map((loss) => (
          <Pill key={loss} tone={loss === 'everything' ? 'bad' : 'warn'}>
            {loss} lost
          </Pill>
        ))}
        {lost.length === 0 && <span className={styles.whole}>nothing lost</span>}
      </span>
    </button>
  );
}

interface SidesProps {
  answer: ServerAnswer;
  context: SeenContext;
  one: Seen;
}

function Sides({ answer, context, one: { client, rule } }: SidesProps) {
  const model = useModel();
  const masked = maskAnswer(answer, (text) => maskText(model, text));
  const said = JSON.stringify('error' in masked ? masked.error : masked.result, null, 2);
  const text = gotText(maskedGot(client, masked, context));
  return (
    <div className={styles.sides}>
      <p className={styles.rule}>{rule}</p>
      <div>
        <h4 className={styles.heading}>Server said</h4>
        <ForeignText className={`${styles.text} mono`} text={maskText(model, cut(said, longest))} />
      </div>
      <div>
        <h4 className={styles.heading}>{nameOfClient(client)}’s model got</h4>
        {text === '' ? (
          <p className={styles.rule}>Nothing at all.</p>
        ) : (
          <ForeignText className={`${styles.text} mono`} text={maskText(model, cut(text, longest))} />
        )}
      </div>
    </div>
  );
}
