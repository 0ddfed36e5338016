// The first tab: what to do, what was wrong, when to retry, why Misfire thinks so, and everything that no rule understood.

import type { Failure } from '../../../shared/failure.ts';
import type { Json } from '../../../shared/json.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { AnsiText } from '../../components/ansi-text.tsx';
import { ForeignText } from '../../components/foreign-text.tsx';
import { Help } from '../../components/help.tsx';
import { classHelp, severityHelp } from '../../components/help-texts.ts';
import { PathText } from '../../components/path-text.tsx';
import section from '../../components/section.module.css';
import { Section } from '../../components/section.tsx';
import { ValueMenu } from '../../components/value-menu.tsx';
import { maskText } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { ResultSection } from '../../results/result-section.tsx';
import { RetryBlock, ToldAndDid } from '../../retry/retry-block.tsx';
import { visibleLine } from '../../text/visible-text.ts';
import { cut, percent, shortValue } from '../../text/wording.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import styles from './explained.module.css';
import { FieldIssues } from './field-issues.tsx';
import { IncidentSections } from './incident-sections.tsx';
import { NoiseSections, noiseLine } from './noise-sections.tsx';
import { ProblemDocument } from './problem-document.tsx';
import { StraySection } from './stray-section.tsx';

const longestMessage = 4_000;

interface ExplainedProps {
  detail: RowDetail;
  /** Where a refused call can be mended; a report has no such place, and lists what did not fit. */
  fixHere?: React.ReactNode;
}

export function Explained({ detail, fixHere }: ExplainedProps) {
  const model = useModel();
  const { failure, incident } = detail;
  const line = noiseLine(detail);
  return (
    <>
      {incident?.cause && (
        <IncidentSections key={`incident ${incident.id}`} detail={detail} incident={incident} cause={incident.cause} />
      )}
      <StraySection detail={detail} />
      {line !== null && !incident?.cause && <NoiseSections key={detail.row.id} detail={detail} line={line} />}
      {failure && !incident?.cause && <FailureSections failure={failure} detail={detail} fixHere={fixHere} />}
      {!failure && detail.attempts.length > 1 && (
        <Section title="Told and did">
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
      <ResultSection key={`result ${detail.row.id}`} detail={detail} />
      {detail.stderr.length > 0 && (
        <Section title="Last lines of stderr">
          <div className={`${styles.stderr} mono`}>
            <AnsiText text={detail.stderr.join('\n')} />
          </div>
        </Section>
      )}
      {detail.breadcrumbs.length > 0 && <Breadcrumbs rows={detail.breadcrumbs} />}
    </>
  );
}

function FailureSections({ failure, detail, fixHere }: ExplainedProps & { failure: Failure }) {
  return (
    <>
      {fixHere}
      {failure.remedy.length > 0 && (
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
      {failure.issues.length > 0 && !fixHere && <FieldIssues issues={failure.issues} params={detail.params} />}
      <RetryBlock detail={detail} failure={failure} />
      {failure.problem && <ProblemDocument problem={failure.problem} />}
      {failure.message && (
        <Section
          title="The server's words"
          side={<ValueMenu inline name="the server’s words" value={JSON.stringify(failure.message)} />}
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
      {failure.candidates.length > 0 && <Candidates failure={failure} />}
      {failure.notes.length > 0 && (
        <Section title="Worth telling the server's author">
          {failure.notes.map((note) => (
            <div key={note.id + note.message} className={styles.note} title={note.id}>
              <Help about={severityHelp[note.severity]}>{note.severity}</Help>
              <span>{visibleLine(note.message)}</span>
            </div>
          ))}
        </Section>
      )}
      {failure.remainder.length > 0 && (
        <Section title="What no rule understood">
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

function Evidence({ failure }: { failure: Failure }) {
  const { dialect } = failure;
  return (
    <Section title="Why Misfire thinks so">
      <div className={styles.evidence}>
        {failure.evidence.map((item) => (
          <EvidenceLine key={item.path + item.means} path={item.path} value={item.value} means={item.means} />
        ))}
        <div>
          Dialect <b>{dialect.id}</b>
        </div>
        <div>
          {percent(dialect.confidence)} sure
          {dialect.runnerUp && `, next ${dialect.runnerUp.id} ${percent(dialect.runnerUp.confidence)}`}
        </div>
      </div>
    </Section>
  );
}

function EvidenceLine({ path, value, means }: { path: string; value: Json; means: string }) {
  return (
    <>
      <div className="mono" data-value="">
        <b>
          <PathText text={path} />
        </b>{' '}
        = <bdi>{shortValue(value)}</bdi> <ValueMenu name={path} path={path} value={JSON.stringify(value)} />
      </div>
      <div>{visibleLine(means)}</div>
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
