// The section *Checks* of a server's card: why it does not connect, step by step, and the fix, with a button if Misfire can apply it.

import { CircleCheck, LoaderCircle, Stethoscope } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ServerView } from '../../../shared/api/views.ts';
import { troubleOf } from '../../../shared/incident/incident.ts';
import { connectVerdictWords, type DoctorReport } from '../../../shared/server/connecting.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { Fold } from '../../card/parts/fold.tsx';
import { Button } from '../../components/button.tsx';
import { Caption } from '../../components/caption.tsx';
import { useNow } from '../../components/use-now.ts';
import { serverById, useConnection } from '../../model/connection.ts';
import { openFor } from '../../model/dialogs.ts';
import { type Model, useModel } from '../../model/model.ts';
import { copyText, say } from '../../model/notices.ts';
import { shownName, visibleLine } from '../../text/visible-text.ts';
import { CheckList } from './check-list.tsx';
import styles from './checks.module.css';
import { useChecks } from './open-checks.ts';
import { actionWords, type FixAction, reportText, summary, withButtons } from './report-text.ts';
import { type Diagnosis, useDiagnosis } from './use-diagnosis.ts';
import { WhatIsReached } from './what-is-reached.tsx';

/** On the card of a server that did not start or ended, and wherever the checks were asked for. */
export function ChecksSection({ detail }: { detail: RowDetail }) {
  const server = useConnection((state) => serverById(state.servers, detail.row.server));
  const isLive = useConnection((state) => state.recording?.isLive !== false);
  const isWanted = useChecks((state) => state.server === detail.row.server);
  const isTrouble = detail.failure !== null && troubleOf(detail.failure) !== null;
  if (server === undefined || !isLive || server.watched !== null || !(isWanted || isTrouble)) return null;
  return (
    <Fold id="checks" title="Checks" summary="configuration, then one new connection">
      <Examination key={server.id} server={server} isWanted={isWanted} said={detail.failure?.remedy ?? []} />
    </Fold>
  );
}

interface ExaminationProps {
  server: ServerView;
  isWanted: boolean;
  /** What the card's fix already says. */
  said: readonly string[];
}

function Examination({ server, isWanted, said }: ExaminationProps) {
  const model = useModel();
  const times = useChecks((state) => (isWanted ? state.times : 0));
  // Asked for just now. Otherwise nothing starts by itself, and the command is shown first.
  const diagnosis = useDiagnosis(server.id, isWanted && server.state !== 'idle');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (times > 0) place.current?.scrollIntoView({ block: 'nearest' });
  }, [times]);
  const { report, problem, since } = diagnosis;
  const running = since !== null;
  const isFirst = !report && !running && problem === '';
  return (
    <>
      <div ref={place} className={styles.body}>
        {isFirst && <WhatIsReached server={server.id} />}
        {/* One live region for both, present from the start, so that screen readers announce its content. */}
        <div role="status" className={styles.news}>
          {running && <Progress since={since} />}
          {report && !running && problem === '' && <Verdict report={report} />}
        </div>
        {problem && !running && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {report && !running && problem === '' && (
          <Result
            report={{ ...report, fixes: report.fixes.filter(({ words }) => !said.includes(words)) }}
            server={server}
            diagnosis={diagnosis}
          />
        )}
      </div>
      <div className={styles.actions}>
        {running ? (
          <Button onClick={diagnosis.stop}>Stop</Button>
        ) : (
          <Button onClick={diagnosis.begin}>
            <Stethoscope size={14} aria-hidden="true" />
            {beginWords(server, isFirst)}
          </Button>
        )}
        {report && !running && (
          <Button
            look="quiet"
            onClick={() => copyText(model, reportText(shownName(server.name), report), 'The report')}
          >
            Copy the report
          </Button>
        )}
      </div>
    </>
  );
}

function beginWords({ transport }: ServerView, isFirst: boolean): string {
  if (!isFirst) return 'Check again';
  return transport === 'stdio' || transport === 'http-command' ? 'Start it and check' : 'Check';
}

function Progress({ since }: { since: number }) {
  const now = useNow(true, 500);
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  return (
    <div className={styles.progress}>
      <LoaderCircle size={18} aria-hidden="true" className={styles.turning} />
      <div>
        <p>Checking the configuration, then one new connection.</p>
        <p className={styles.quiet} aria-hidden="true">
          {seconds} s of at most 45 s
        </p>
      </div>
    </div>
  );
}

function Verdict({ report }: { report: DoctorReport }) {
  const found = report.checks.find(({ state }) => state === 'broken');
  return (
    <div className={`${styles.verdict} ${found ? styles.ill : styles.well}`}>
      <p className={styles.answer}>
        {!found && <CircleCheck size={16} aria-hidden="true" />}
        {found ? visibleLine(found.words) : connectVerdictWords[report.verdict]}
      </p>
      <p className={styles.quiet}>{summary(report)}</p>
    </div>
  );
}

function Result({ report, server, diagnosis }: { report: DoctorReport; server: ServerView; diagnosis: Diagnosis }) {
  const model = useModel();
  const act = (action: FixAction) => void run(model, action, server, diagnosis);
  const well = report.broken === null;
  return (
    <>
      {report.fixes.length > 0 && (
        <section className={styles.fixes} aria-label="What to do">
          <Caption>What to do</Caption>
          <ol>
            {withButtons(report.fixes).map(({ fix, action }) => (
              <li key={fix.words}>
                <span>{visibleLine(fix.words)}</span>
                {action && <Button onClick={() => act(action)}>{actionWords[action]}</Button>}
              </li>
            ))}
          </ol>
        </section>
      )}
      {well && server.state !== 'connected' && server.state !== 'connecting' && (
        <div>
          <Button look="primary" onClick={() => act('connect')}>
            Connect
          </Button>
        </div>
      )}
      <CheckList checks={report.checks} />
      {report.copies.length > 0 && (
        <section aria-label="Also running">
          <Caption>Also running</Caption>
          <ul className={styles.copies}>
            {report.copies.map(({ pid, words }) => (
              <li key={pid}>{visibleLine(words)}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

async function run(model: Model, action: FixAction, server: ServerView, diagnosis: Diagnosis): Promise<void> {
  switch (action) {
    case 'edit_server':
      return openFor(model, 'edit', server.id);
    case 'connect': {
      const answer = await model.platform.call('connect', { server: server.id });
      return say(
        model,
        answer.ok ? `${shownName(server.name)} is connected.` : answer.error.message,
        answer.ok ? 'plain' : 'bad',
      );
    }
    case 'sign_in': {
      const answer = await model.platform.call('signIn', { server: server.id });
      return answer.ok ? undefined : say(model, answer.error.message, 'bad');
    }
    case 'detect_era': {
      const answer = await model.platform.call('detectEra', { server: server.id });
      say(model, answer.ok ? answer.value.words : answer.error.message, answer.ok ? 'plain' : 'bad');
      return answer.ok ? diagnosis.begin() : undefined;
    }
    default:
      return action satisfies never;
  }
}
