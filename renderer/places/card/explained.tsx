// The first tab: what to do, what was wrong, when to retry, the evidence, and the fields that no rule recognized.

import type { Failure } from '../../../shared/failure.ts';
import { troubleOf } from '../../../shared/incident/incident.ts';
import type { Json } from '../../../shared/json/json.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { AnsiText } from '../../components/ansi-text.tsx';
import { useDialectHelp } from '../../components/dialect-help.ts';
import { ForeignText } from '../../components/foreign-text.tsx';
import { Help } from '../../components/help.tsx';
import { classHelp, confidenceHelp, severityHelp } from '../../components/help-texts.ts';
import { PathText } from '../../components/path-text.tsx';
import section from '../../components/section.module.css';
import { Section } from '../../components/section.tsx';
import { ValueMenu } from '../../components/value-menu.tsx';
import { maskText } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { ModelsSection } from '../../results/models-section.tsx';
import { ResultSection } from '../../results/result-section.tsx';
import { RetryBlock, ToldAndDid } from '../../retry/retry-block.tsx';
import { stripSgr } from '../../text/ansi.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { cut, percent, shortValue } from '../../text/wording.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import styles from './explained.module.css';
import { FieldIssues } from './field-issues.tsx';
import { AlsoAffected, IncidentRepair } from './incident-sections.tsx';
import { NoiseSections, noiseLine } from './noise-sections.tsx';
import { ProblemDocument } from './problem-document.tsx';
import { StraySection } from './stray-section.tsx';

const longestMessage = 4_000;

interface ExplainedProps {
  detail: RowDetail;
  /** Where a refused call can be fixed; a report has no such place, and lists what did not fit. */
  fixHere?: React.ReactNode;
}

export function Explained({ detail, fixHere }: ExplainedProps) {
  const model = useModel();
  const { failure, incident } = detail;
  const line = noiseLine(detail);
  const isDown = failure !== null && troubleOf(failure) !== null;
  return (
    <>
      {isDown && incident && (
        <IncidentRepair key={`incident ${incident.id}`} detail={detail} incident={incident} failure={failure} />
      )}
      <StraySection detail={detail} />
      {line !== null && !isDown && <NoiseSections key={detail.row.id} detail={detail} line={line} />}
      {failure && <FailureSections failure={failure} detail={detail} fixHere={fixHere} />}
      {!failure && detail.attempts.length > 1 && (
        <Section title="Retry: asked vs. actual">
          <ToldAndDid detail={detail} />
        </Section>
      )}
      {!failure && detail.params && (
        <Section title="Sent">
          <ForeignText
            className={`${styles.message} mono`}
            text={maskText(model, cut(detail.params, longestMessage))}
          />
        </Section>
      )}
      {!failure && line === null && !(detail.row.kind === 'orphan' && detail.strays) && detail.row.detail && (
        <Section title="In short">
          <p>
            <bdi>{visibleLine(detail.row.detail)}</bdi>
          </p>
        </Section>
      )}
      <ModelsSection key={`models ${detail.row.id}`} detail={detail} />
      <ResultSection key={`result ${detail.row.id}`} detail={detail} />
      {detail.breadcrumbs.length > 0 && <Breadcrumbs rows={detail.breadcrumbs} />}
    </>
  );
}

function FailureSections({ failure, detail, fixHere }: ExplainedProps & { failure: Failure }) {
  const { incident } = detail;
  const isDown = troubleOf(failure) !== null;
  return (
    <>
      {fixHere}
      {failure.remedy.length > 0 && !incident?.healed && (
        <Section title="What to do">
          <ol className={styles.steps}>
            {failure.remedy.map((step) => (
              <li key={step}>
                <span>{visibleLine(step)}</span>
              </li>
            ))}
          </ol>
        </Section>
      )}
      {failure.issues.length > 0 && !fixHere && failure.fix.kind === 'request' && (
        <FieldIssues issues={failure.issues} params={detail.params} />
      )}
      <Stderr failure={failure} />
      {(!isDown || detail.attempts.length > 1) && <RetryBlock detail={detail} failure={failure} />}
      {failure.problem && <ProblemDocument problem={failure.problem} />}
      {failure.message && failure.message !== failure.quote?.text && (
        <Section
          title="Server message"
          side={<ValueMenu inline name="the server message" value={JSON.stringify(failure.message)} />}
        >
          {failure.origin === 'process' ? (
            <div className={`${styles.message} mono`}>
              <AnsiText text={cut(failure.message, longestMessage)} />
            </div>
          ) : (
            <ForeignText className={`${styles.message} mono`} text={cut(failure.message, longestMessage)} />
          )}
        </Section>
      )}
      <Evidence failure={failure} />
      {isDown && incident && <AlsoAffected incident={incident} row={detail.row.id} />}
      {failure.candidates.length > 0 && <Candidates failure={failure} />}
      {failure.notes.length > 0 && (
        <Section title="Report to the author">
          {failure.notes.map((note) => (
            <div key={note.id + note.message} className={styles.note} title={note.id}>
              <Help about={severityHelp[note.severity]}>{note.severity}</Help>
              <span>{visibleLine(note.message)}</span>
            </div>
          ))}
        </Section>
      )}
      {failure.remainder.length > 0 && (
        <Section title="Unrecognized fields">
          <dl className={section.facts}>
            {failure.remainder.map((item) => (
              <Pair key={item.path} name={item.path} value={item.value} />
            ))}
          </dl>
        </Section>
      )}
      {failure.links.length > 0 && <Links failure={failure} />}
    </>
  );
}

/** The last lines that belong to it: where one of them is the quote, they are the likely cause. */
function Stderr({ failure: { stderr, quote } }: { failure: Failure }) {
  if (stderr.length === 0) return null;
  return (
    <Section title={quote?.path.startsWith('stderr') ? 'Likely cause (stderr)' : 'stderr'}>
      <div className={`${styles.stderr} mono`}>
        <AnsiText text={stderr.join('\n')} />
      </div>
    </Section>
  );
}

function Evidence({ failure }: { failure: Failure }) {
  const { dialect } = failure;
  const help = useDialectHelp(dialect.id);
  const confidence = confidenceHelp(dialect.confidence);
  return (
    <Section title="Evidence">
      {failure.quote && <p className={styles.explanation}>{visibleLine(stripSgr(failure.explanation))}</p>}
      <div className={styles.evidence}>
        {failure.evidence.map((item) => (
          <EvidenceLine key={item.path + item.means} item={item} />
        ))}
        <div>
          Dialect{' '}
          <Help about={[help, confidence]}>
            <b>{dialect.id}</b>
          </Help>
        </div>
        <div>
          {percent(dialect.confidence)}
          {dialect.runnerUp && `, next ${dialect.runnerUp.id} ${percent(dialect.runnerUp.confidence)}`}
        </div>
      </div>
    </Section>
  );
}

function EvidenceLine({ item: { path, value, means, decides } }: { item: Failure['evidence'][number] }) {
  return (
    <>
      <div className="mono" data-value="">
        <b>
          <PathText text={path} />
        </b>{' '}
        = <bdi>{shortValue(value)}</bdi> <ValueMenu name={path} path={path} value={JSON.stringify(value)} />
      </div>
      <div>
        {visibleLine(means)}
        {decides && <b className={styles.decides}>deciding evidence</b>}
      </div>
    </>
  );
}

function Candidates({ failure }: { failure: Failure }) {
  return (
    <Section title="It could be">
      {failure.candidates.map((candidate) => (
        <div key={candidate.dialect + candidate.class} className={styles.candidate}>
          <div className={styles.candidateHead}>
            <b>
              <Help about={classHelp[candidate.class]}>{candidate.class.replaceAll('_', ' ')}</Help>
              {candidate.codeName && ` · ${visibleLine(candidate.codeName)}`}
            </b>
            <span>
              {candidate.dialect} · {percent(candidate.confidence)}
            </span>
          </div>
          <p>{visibleLine(candidate.because)}</p>
        </div>
      ))}
    </Section>
  );
}

function Links({ failure }: { failure: Failure }) {
  return (
    <Section title="Links from the server, as text">
      {failure.links.map((link) => (
        <div key={link.label + link.url} className={styles.link} data-value="">
          <span>
            <bdi>{visibleLine(link.label)}</bdi> <bdi className="mono">{visibleLine(cut(link.url, 500))}</bdi>
          </span>
          <ValueMenu inline name={link.label} value={JSON.stringify(link.url)} />
        </div>
      ))}
    </Section>
  );
}

function Pair({ name, value }: { name: string; value: Json }) {
  return (
    <>
      <dt className="mono">
        <PathText text={name} />
      </dt>
      <dd className="mono" data-value="">
        <bdi>{shortValue(value, 600)}</bdi> <ValueMenu name={name} path={name} value={JSON.stringify(value)} />
      </dd>
    </>
  );
}
