// The run beside a plan: what was injected so far, call by call, and what the client did next. While a rehearsal runs it is read
// again and again; afterwards it shows the last run.

import { Check, ClipboardCheck, Hourglass, List, type LucideIcon, Minus, X } from 'lucide-react';
import { useEffect } from 'react';
import type { InjectedCall } from '../../../shared/features/report-card/injected-calls.ts';
import { Button } from '../../components/button.tsx';
import { useNow } from '../../components/use-now.ts';
import { openFilter } from '../../model/filter.ts';
import { useModel } from '../../model/model.ts';
import { showPage } from '../../model/open-place.ts';
import { showCall } from '../../model/selection.ts';
import { clock, countInWords } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { loadRehearsedCalls, loadReportCards, useRehearsal } from './rehearsal.ts';
import { rehearseOf } from './rehearse-state.ts';
import styles from './run-panel.module.css';

const readEveryMs = 2000;

export function RunPanel({ isThis }: { isThis: boolean }) {
  const model = useModel();
  const { running, since, calls } = useRehearsal();
  const isOn = running !== null;
  // What a client did next comes with later messages, and judging all of them for each one would be slow.
  const tick = useNow(isOn, readEveryMs);
  const injected = running?.injected;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again at these moments.
  useEffect(() => void loadRehearsedCalls(model), [model, since, isOn, injected, tick]);
  const showCards = () => {
    rehearseOf(model).setState({ view: 'cards' });
    void loadReportCards(model);
  };
  const showRows = () => {
    showPage(model, 'timeline');
    void openFilter(model, 'is:rehearsed');
  };
  return (
    <aside className={styles.run} aria-label="This run">
      <h3>
        {isOn ? 'This run' : calls.length === 0 ? 'How to rehearse' : 'Last run'}
        {since > 0 && <small> started {clock(since).time}</small>}
      </h3>
      {(isOn || calls.length > 0) && (
        <p className={styles.figure}>
          <b>{calls.length}</b> injected
        </p>
      )}
      {running && !isThis && (
        <p className={styles.note}>{visibleLine(running.title)} is on. Stop it before you start another plan.</p>
      )}
      {calls.length === 0 && isOn && <p className={styles.note}>No call was changed yet. Use a watched client.</p>}
      {calls.length === 0 && !isOn && <HowTo />}
      {calls.length > 0 && (
        <>
          <ol className={styles.calls} aria-label="Injected calls">
            {calls.map((call, at) => (
              <Call key={call.ref.row} call={call} number={at + 1} />
            ))}
          </ol>
          <div className={styles.buttons}>
            <Button onClick={showRows}>
              <List size={14} aria-hidden="true" /> Rehearsed rows
            </Button>
            <Button onClick={showCards}>
              <ClipboardCheck size={14} aria-hidden="true" /> {isOn ? 'Report card so far' : 'Report card'}
            </Button>
          </div>
        </>
      )}
      {isOn && (
        <p className={styles.note}>It ends by itself: at its limit, when the client leaves, or when Misfire quits.</p>
      )}
      {!isOn && calls.length > 0 && <p className={styles.note}>{endWords(calls)}</p>}
    </aside>
  );
}

function HowTo() {
  return (
    <ol className={styles.howTo}>
      <li>Watch a client.</li>
      <li>Start the plan.</li>
      <li>Give the client work that calls a tool.</li>
      <li>Each changed call appears here, with what the client did next.</li>
      <li>The report card grades the client.</li>
    </ol>
  );
}

function endWords(calls: readonly InjectedCall[]): string {
  const bad = calls.filter(({ sign }) => sign === 'bad').length;
  return bad === 0 ? 'Traffic passes as before.' : `${countInWords(bad, 'call')} came back against the answer.`;
}

const signs: Record<InjectedCall['sign'], LucideIcon> = { good: Check, bad: X, open: Hourglass, plain: Minus };

function Call({ call, number }: { call: InjectedCall; number: number }) {
  const model = useModel();
  const { ref, at, client, target, what, did, sign } = call;
  const Sign = signs[sign];
  return (
    <li>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <div>
        <p className={styles.first}>
          <b className="mono">{visibleLine(target)}</b>
          <button
            type="button"
            className="mono"
            aria-label={`Show row #${ref.row}`}
            onClick={() => {
              showPage(model, 'timeline');
              void showCall(model, ref.row);
            }}
          >
            #{ref.row}
          </button>
        </p>
        <p>
          {clock(at).time} {visibleLine(client)}
        </p>
        <p>{visibleLine(what)}</p>
        <p className={styles[sign]}>
          <Sign size={13} aria-hidden="true" /> {visibleLine(did)}
        </p>
      </div>
    </li>
  );
}
