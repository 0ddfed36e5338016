// Report cards of one or two clients: a head with the grade per client, and the rules with what each one did. The window and the
// report file share it; in a file rows lead nowhere.

import {
  Ban,
  Braces,
  Check,
  CircleDashed,
  Hourglass,
  KeyRound,
  ListRestart,
  LogOut,
  type LucideIcon,
  MessageSquare,
  Minus,
  Pencil,
  ShieldAlert,
  TrendingUp,
  Unplug,
  UserRound,
  VenetianMask,
  Workflow,
  X,
} from 'lucide-react';
import type { ReportCard, RuleId, RuleResult, RuleVerdict } from '../../../shared/features/report-card/card.ts';
import {
  cardVerdictWords,
  clientName,
  countWords,
  differences,
  rowWords,
  ruleRows,
  summaryWords,
  sumWords,
} from '../../../shared/features/report-card/card-words.ts';
import { notSeenWords } from '../../../shared/features/report-card/plan-rules.ts';
import type { RowRef } from '../../../shared/features/report-card/recorded-run.ts';
import { clientLetters } from '../../text/row-words.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './card-table.module.css';

const ruleIcons: Record<RuleId, LucideIcon> = {
  'waits-as-asked': Hourglass,
  'no-unsafe-repeat': ShieldAlert,
  'stops-when-told': Ban,
  'fixes-before-retry': Pencil,
  'waits-grow': TrendingUp,
  'new-session': Unplug,
  'signs-in-again': KeyRound,
  'refreshes-lists': ListRestart,
  'keeps-other-calls': Workflow,
  'cancels-on-timeout': LogOut,
  'tells-its-model': MessageSquare,
  'notices-silent-failure': VenetianMask,
  'checks-schema': Braces,
  'tells-the-person': UserRound,
};
const verdictIcons: Record<RuleVerdict, LucideIcon> = { pass: Check, partly: Minus, fail: X, 'not seen': CircleDashed };
const tones: Record<RuleVerdict, string> = { pass: 'good', partly: 'middle', fail: 'bad', 'not seen': 'quiet' };

export interface CardTableProps {
  cards: readonly ReportCard[];
  /** Only rules on which the cards differ. */
  onlyDifferences?: boolean;
  /** Left out: rows are named and lead nowhere. */
  onRow?: (ref: RowRef) => void;
}

export function CardTable({ cards, onlyDifferences = false, onRow }: CardTableProps) {
  const rows = ruleRows(cards).filter(({ results }) => (onlyDifferences ? isDifferent(results) : results.some(isSeen)));
  const notSeen = onlyDifferences ? null : notSeenWords(cards);
  return (
    <>
      <div className={styles.heads}>
        {cards.map((card, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same client may be there twice.
          <Head key={at} card={card} />
        ))}
      </div>
      {differences(cards).map((words) => (
        <p key={words} className={styles.differs}>
          {visibleLine(words)}
        </p>
      ))}
      <table className={styles.table} data-clients={cards.length}>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">What it was told</th>
            {cards.map((card, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same client may be there twice.
              <th key={at} scope="col">
                What {visibleLine(clientName(card))} did
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ rule, title, results }) => {
            const Icon = ruleIcons[rule];
            return (
              <tr key={rule}>
                <th scope="row">
                  <span className={styles.rule}>
                    <Icon size={15} aria-hidden="true" />
                    <span>
                      {title}
                      {weightWords(rule, results) !== '' && <small>{weightWords(rule, results)}</small>}
                    </span>
                  </span>
                </th>
                <td className={styles.told}>{visibleLine(toldOf(results)) || '—'}</td>
                {results.map((result, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: one cell per client.
                  <Cell key={at} result={result} onRow={onRow} />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {rows.length === 0 && (
        <p className={styles.differs}>{onlyDifferences ? 'No rule differs.' : 'No rule was seen.'}</p>
      )}
      {notSeen && (
        <p className={styles.notSeen}>
          {notSeen.rules}
          {notSeen.plans && <b>{notSeen.plans}</b>}
        </p>
      )}
    </>
  );
}

const isSeen = ({ verdict }: RuleResult): boolean => verdict !== 'not seen';

export const isDifferent = (results: readonly RuleResult[]): boolean =>
  new Set(results.map(({ verdict }) => verdict)).size > 1;

const toldOf = (results: readonly RuleResult[]): string => results.find(({ told }) => told !== '')?.told ?? '';

function weightWords(rule: RuleId, [first]: readonly RuleResult[]): string {
  if (first?.weight !== 2) return '';
  return rule === 'no-unsafe-repeat' ? 'counts double, a fail caps the grade at D' : 'counts double';
}

function Head({ card }: { card: ReportCard }) {
  const letter = card.grade?.letter ?? '–';
  const tone =
    letter === '–' ? 'quiet' : letter === 'F' || letter === 'D' ? 'bad' : letter.startsWith('C') ? 'middle' : 'good';
  const name = clientName(card);
  return (
    <section className={styles.head} aria-label={`Grade of ${visibleLine(name)}`}>
      {card.grade && (
        <span className={`${styles.grade} ${styles[tone]}`}>
          <span className="visually-hidden">Grade </span>
          {letter}
        </span>
      )}
      <div>
        <div className={styles.name}>
          <span className={styles.letters} aria-hidden="true">
            {clientLetters(name)}
          </span>
          <b>{visibleLine(name)}</b>
          <span>{visibleLine(card.client?.version ?? '')}</span>
        </div>
        <p>{summaryWords(card)}</p>
      </div>
      <div className={styles.counts}>
        <span className={styles.dots} aria-hidden="true">
          {card.rules.map(({ rule, verdict }) => (
            <i key={rule} className={styles[tones[verdict]]} />
          ))}
        </span>
        <small>{countWords(card)}</small>
        <small>{sumWords(card)}</small>
      </div>
    </section>
  );
}

function Cell({ result, onRow }: { result: RuleResult; onRow: CardTableProps['onRow'] }) {
  const { verdict, did, rows } = result;
  const Icon = verdictIcons[verdict];
  return (
    <td className={verdict === 'fail' ? styles.failed : undefined}>
      <div className={styles.cell}>
        <span className={`${styles.sign} ${styles[tones[verdict]]}`}>
          <Icon size={13} strokeWidth={2.6} aria-hidden="true" />
        </span>
        <div>
          <span className={verdict === 'fail' || verdict === 'partly' ? styles.strong : ''}>{visibleLine(did)}</span>
          <small>
            {cardVerdictWords[verdict]}
            {rows.length > 0 && ' · '}
            {rows.slice(0, 5).map((ref) => {
              const words = rowWords(ref, false);
              return onRow === undefined ? (
                <span key={words} className={`mono ${styles.row}`}>
                  {words}
                </span>
              ) : (
                <button
                  key={words}
                  type="button"
                  className={`mono ${styles.row}`}
                  aria-label={`Show row ${words}`}
                  onClick={() => onRow(ref)}
                >
                  {words}
                </button>
              );
            })}
          </small>
        </div>
      </div>
    </td>
  );
}
