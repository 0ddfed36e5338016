// One plan: what it does in sentences, the next twenty calls, one injected call as it goes over the wire, and the run.

import { FlaskConical, Lock, Play, ShieldCheck, Square } from 'lucide-react';
import type { OwnPlan } from '../../../shared/api/views.ts';
import { generate } from '../../../shared/features/rehearse/generate.ts';
import { asksServer, planLimits, planStepWords } from '../../../shared/features/rehearse/plan-words.ts';
import type { Injection, Plan } from '../../../shared/features/rehearse/rehearsal-plan.ts';
import { isObject, member } from '../../../shared/json/json.ts';
import { Button } from '../../components/button.tsx';
import { isPast, useConnection } from '../../model/connection.ts';
import { openDialog } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { PlanActions } from './plan-actions.tsx';
import { planText } from './plan-draft.ts';
import styles from './plan-view.module.css';
import { Preview } from './preview.tsx';
import { startRehearsal, stopRehearsal, useRehearsal } from './rehearsal.ts';
import { RunPanel } from './run-panel.tsx';

/** `own`: the file it is in, for a plan of yours. */
export function PlanView({ plan, own }: { plan: Plan; own: OwnPlan | null }) {
  const model = useModel();
  const running = useRehearsal((state) => state.running);
  const isOver = useConnection(isPast);
  const hasClient = useConnection((state) => state.servers.some(({ watched }) => watched !== null));
  const isThis = running?.name === plan.name;
  return (
    <div className={styles.page}>
      <div className={styles.plan}>
        <header className={styles.head}>
          <div>
            <h2 className={styles.title}>{visibleLine(plan.title)}</h2>
            <p>{visibleLine(plan.about)}</p>
          </div>
          <PlanActions plan={plan} own={own} isLocked={isThis} />
          {!isThis && !hasClient && !isOver && (
            <Button look="primary" onClick={() => openDialog(model, 'watch')}>
              Watch a client
            </Button>
          )}
          {isThis ? (
            <Button look="primary" onClick={() => stopRehearsal(model)}>
              <Square size={13} aria-hidden="true" /> Stop
            </Button>
          ) : (
            <Button
              look={hasClient ? 'primary' : 'plain'}
              disabled={running !== null || isOver}
              onClick={() => startRehearsal(model, own ? planText(plan) : plan.name)}
            >
              <Play size={14} aria-hidden="true" /> Start
            </Button>
          )}
        </header>
        <p className={styles.note}>
          {isThis ? (
            <>
              <Lock size={13} aria-hidden="true" /> Locked while it runs. A copy can be changed and started afterwards.
            </>
          ) : hasClient ? (
            'Servers of watched clients are included, even if they already run.'
          ) : (
            'No watched client is connected. A plan changes only the calls of watched clients.'
          )}
        </p>
        <ol className={styles.steps}>
          {plan.steps.map((step, at) => {
            const words = planStepWords(step);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a plan have no other name.
              <li key={at}>
                <dl>
                  <dt>Where</dt>
                  <dd>{words.where}</dd>
                  <dt>What</dt>
                  <dd>{words.what}</dd>
                  <dt>How often</dt>
                  <dd>{words.often}</dd>
                </dl>
              </li>
            );
          })}
        </ol>
        <p className={styles.note}>
          {planLimits(plan)}, when you stop it, or when Misfire quits. Tools that change data fail only if the plan
          names them.
        </p>
        <Preview plan={plan} />
        <OneCall injection={plan.steps[0]?.do} />
        <p className={styles.promise}>
          <ShieldCheck size={14} aria-hidden="true" /> Every injected row is marked <mark>rehearsed</mark>, also in
          exports. None counts against the server.
        </p>
      </div>
      <RunPanel isThis={isThis} />
    </div>
  );
}

function OneCall({ injection }: { injection: Injection | undefined }) {
  if (injection === undefined) return null;
  const isAsked = asksServer(injection);
  return (
    <section aria-labelledby="one-call-title">
      <h3 id="one-call-title">
        One injected call <small className={styles.beside}>as the client gets it</small>
      </h3>
      <div className={styles.call}>
        <div>
          <b>The client asks</b>
          <pre>{'tools/call find\n{"id": 1}'}</pre>
        </div>
        <div data-quiet={isAsked ? undefined : ''}>
          <b>{isAsked ? 'The server is asked' : 'The server is not asked'}</b>
          <p>{isAsked ? 'What it answers is changed on the way.' : 'The call stops here. Nothing is done.'}</p>
        </div>
        <div data-loud="">
          <b>
            <FlaskConical size={13} aria-hidden="true" /> {isAsked ? 'Misfire changes it' : 'Misfire answers instead'}
          </b>
          <pre>{answerText(injection)}</pre>
        </div>
      </div>
    </section>
  );
}

/** In plain MCP: which error model a server has is known once it runs. */
function answerText(injection: Injection): string {
  if (!('answer' in injection)) return planStepWords({ do: injection }).what;
  const call = { tool: 'find', arguments: { id: 1 }, hasOutputSchema: false };
  const made = generate({ ...injection, dialect: 'mcp' }, call, 'mcp', false);
  if ('http' in made) return `HTTP ${made.http.status}`;
  if ('error' in made) return `error ${String(made.error.code)}\n“${String(made.error.message)}”`;
  const { content, structuredContent } = made.result;
  const texts = Array.isArray(content) ? content.map((block) => `“${String(member(block, 'text'))}”`) : [];
  const facts = Object.entries(isObject(structuredContent) ? structuredContent : {});
  return ['isError: true', ...texts, ...facts.map(([name, value]) => `${name}: ${JSON.stringify(value)}`)].join('\n');
}
