// The basis of the finding: each fact with its path and meaning, the deciding one marked. Then the rest of the server's data: the whole
// message, the problem document, other meanings, unrecognized fields, links.

import type { ReactNode } from 'react';
import type { Failure } from '../../../shared/failure.ts';
import type { Json } from '../../../shared/json/json.ts';
import { planHint } from '../../../shared/retry/retry-plan.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { AnsiText } from '../../components/ansi-text.tsx';
import { useDialectHelp } from '../../components/dialect-help.ts';
import { ForeignText } from '../../components/foreign-text.tsx';
import { Help } from '../../components/help.tsx';
import { classHelp, confidenceHelp } from '../../components/help-texts.ts';
import { PathText } from '../../components/path-text.tsx';
import { ValueMenu } from '../../components/value-menu.tsx';
import { useModel } from '../../model/model.ts';
import { selectRow } from '../../model/selection.ts';
import { RetryFacts } from '../../retry/retry-facts-list.tsx';
import { stripSgr } from '../../text/ansi.ts';
import { countInWords, size } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { cut, evidenceKinds, layerWord, percent, shortValue } from '../../text/wording.ts';
import { CheckLine } from '../parts/check-line.tsx';
import { evidenceRow } from '../parts/evidence-row.ts';
import { Fold, Part } from '../parts/fold.tsx';
import lines from '../parts/lines.module.css';
import { isNoise, noiseLine } from '../parts/noise-line.ts';
import { ProblemDocument } from '../parts/problem-document.tsx';
import type { SectionProps } from '../parts/section-props.ts';
import styles from './evidence-section.module.css';
import { StderrLines } from './stderr-lines.tsx';

const longestMessage = 4_000;

export function EvidenceSection({ detail, acts }: SectionProps) {
  const { failure } = detail;
  const line = isNoise(detail) ? noiseLine(detail) : null;
  if (!failure) return line === null ? null : <LineEvidence detail={detail} line={line} />;
  const { evidence, message, quote, problem, candidates, remainder, links, stderr, check } = failure;
  const hasMore = stderr.length > 0 || problem || check || candidates.length + remainder.length + links.length > 0;
  // Hides a section that would only say that there is none.
  if (evidence.length === 0 && !hasMore && (message === '' || message === quote?.text)) return null;
  return (
    <Fold
      id="evidence"
      title="Evidence"
      count={evidence.length || undefined}
      summary={evidenceKinds(failure).join(', ')}
    >
      <p className={styles.explanation}>{visibleLine(stripSgr(failure.explanation))}</p>
      {check && <CheckLine check={check} />}
      <dl className={styles.evidence}>
        {failure.evidence.map((item) => (
          <Fact key={item.path + item.means} name={item.path} value={item.value} means={item.means}>
            {item.decides && <b className={styles.decides}>decides</b>}
            <RowNumber row={evidenceRow(item.path, detail)} of={detail.row.id} canGo={acts !== null} />
          </Fact>
        ))}
        <Dialect failure={failure} />
      </dl>
      {stderr.length > 0 && (
        <Part title={quote?.path.startsWith('stderr') ? 'Likely cause (stderr)' : 'stderr'}>
          <StderrLines row={detail.row.id} failure={failure} />
        </Part>
      )}
      <Message failure={failure} />
      {planHint(failure.retry) !== null && (
        <Part title="Retry advice">
          <RetryFacts failure={failure} />
        </Part>
      )}
      {failure.problem && (
        <Part title="Problem document · RFC 9457">
          <ProblemDocument problem={failure.problem} />
        </Part>
      )}
      {failure.candidates.length > 0 && <Candidates failure={failure} />}
      {failure.remainder.length > 0 && (
        <Part title="Unrecognized fields">
          <dl className={styles.evidence}>
            {failure.remainder.map(({ path, value }) => (
              <Fact key={path} name={path} value={value} means="" />
            ))}
          </dl>
        </Part>
      )}
      {failure.links.length > 0 && <Links failure={failure} />}
    </Fold>
  );
}

/** A line on stdout in place of a message. */
function LineEvidence({ detail: { row }, line }: { detail: RowDetail; line: string }) {
  return (
    <Fold
      id="evidence"
      title="Evidence"
      summary={row.times > 1 ? `the first of ${countInWords(row.times, 'line')}` : size(line.length)}
    >
      <div className={`${lines.code} mono`} data-value="">
        {line.trim() === '' ? 'An empty line.' : <AnsiText text={cut(line, longestMessage)} />}
        <ValueMenu name="the line" value={JSON.stringify(line)} />
      </div>
    </Fold>
  );
}

/** A link, if it is another row. */
function RowNumber({ row, of, canGo }: { row: number | null; of: number; canGo: boolean }) {
  const model = useModel();
  if (row === null) return null;
  if (row === of || !canGo) return <span className={`${styles.row} mono`}>#{row}</span>;
  return (
    <button
      type="button"
      className={`${styles.row} mono`}
      aria-label={`Show row ${row}`}
      onClick={() => void selectRow(model, row)}
    >
      #{row}
    </button>
  );
}

interface FactProps {
  name: string;
  value: Json;
  means: string;
  children?: ReactNode;
}

function Fact({ name, value, means, children }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt className="mono">
        <PathText text={name} />
      </dt>
      <dd data-value="">
        <bdi className={`${styles.value} mono`}>{shortValue(value, 600)}</bdi> {children}
        {means !== '' && <span className={styles.means}>{visibleLine(means)}</span>}
        <ValueMenu name={name} path={name} value={JSON.stringify(value)} />
      </dd>
    </div>
  );
}

function Dialect({ failure: { dialect, layer, carrier } }: { failure: Failure }) {
  const help = useDialectHelp(dialect.id);
  return (
    <div className={styles.fact}>
      <dt>dialect</dt>
      <dd>
        <Help about={[help, confidenceHelp(dialect.confidence)]}>
          <span className={styles.value}>{dialect.id}</span>
        </Help>{' '}
        {percent(dialect.confidence)}
        {dialect.runnerUp && `, next ${dialect.runnerUp.id} ${percent(dialect.runnerUp.confidence)}`}
        <span className={styles.means}>{layerWord(layer, carrier)}</span>
      </dd>
    </div>
  );
}

/** All of it, if the quote is a part. */
function Message({ failure: { message, quote, origin } }: { failure: Failure }) {
  if (message === '' || message === quote?.text) return null;
  const text = cut(message, longestMessage);
  return (
    <Part title="Server message">
      <div className={`${lines.code} mono`} data-value="">
        {origin === 'process' ? <AnsiText text={text} /> : <ForeignText text={text} />}
        <ValueMenu name="the server message" value={JSON.stringify(message)} />
      </div>
    </Part>
  );
}

function Candidates({ failure }: { failure: Failure }) {
  return (
    <Part title="Other readings">
      {failure.candidates.map((candidate) => (
        <div key={candidate.dialect + candidate.class} className={styles.candidate}>
          <b>
            <Help about={classHelp[candidate.class]}>{candidate.class.replaceAll('_', ' ')}</Help>
            {candidate.codeName && ` · ${visibleLine(candidate.codeName)}`}
          </b>
          <span>
            {candidate.dialect} · {percent(candidate.confidence)}
          </span>
          <p>{visibleLine(candidate.because)}</p>
        </div>
      ))}
    </Part>
  );
}

function Links({ failure }: { failure: Failure }) {
  return (
    <Part title="Links from the server, as text">
      {failure.links.map((link) => (
        <div key={link.label + link.url} className={styles.link} data-value="">
          <bdi>{visibleLine(link.label)}</bdi> <bdi className="mono">{visibleLine(cut(link.url, 500))}</bdi>
          <ValueMenu name={link.label} value={JSON.stringify(link.url)} />
        </div>
      ))}
    </Part>
  );
}
