// The panel of Compare that sends the same harmless mistakes to several servers: choose them, read what is sent, then send.

import { Play, Square, X } from 'lucide-react';
import type { ServerPlan } from '../../../shared/features/compare/probing.ts';
import { Button } from '../../components/button.tsx';
import { ForeignName } from '../../components/foreign-text.tsx';
import { ServerMark } from '../../components/server-mark.tsx';
import { useConnection } from '../../model/connection.ts';
import { useModel } from '../../model/model.ts';
import { countInWords } from '../../text/format.ts';
import { probeSamples, stopProbe } from './compare-state.ts';
import { DryList, Spared } from './dry-list.tsx';
import { OwnProvocations } from './own-provocations.tsx';
import styles from './probe-panel.module.css';
import { chooseServers, planProbe, startProbe, useProbe } from './probe-state.ts';
import { probePanelOf, useProbes } from './probes.ts';
import { Progress } from './progress.tsx';

const perSecond = 10;

export function ProbePanel() {
  const model = useModel();
  const servers = useConnection((state) => state.servers);
  const chosen = useProbe((state) => state.chosen);
  const plans = useProbe((state) => state.plans);
  const planning = useProbe((state) => state.planning);
  const running = useProbes(({ probes }) => probes.findLast(({ state }) => state === 'running'));
  const picked = servers.filter(({ id }) => chosen === null || chosen.includes(id));
  const ids = picked.map(({ id }) => id);
  const messages = (plans ?? []).reduce((sum, plan) => sum + sentBy(plan), 0);
  return (
    <aside className={styles.panel} aria-label="Probe">
      <header className={styles.head}>
        <div className={styles.trail}>
          <b>Probe</b>
          <Button
            look="icon"
            aria-label="Close the panel"
            onClick={() => probePanelOf(model).setState({ isOpen: false })}
          >
            <X size={15} aria-hidden="true" />
          </Button>
        </div>
        <h2>Send the same mistakes to {countInWords(picked.length, 'server')}</h2>
        <p>Tools that look destructive are not called. Each server gets a separate connection.</p>
        <div className={styles.actions}>
          <div>
            <b>
              {plans
                ? `${countInWords(messages, 'message')}, about ${countInWords(seconds(plans), 'second')}`
                : 'Nothing is sent yet'}
            </b>
            <small>At most {perSecond} a second for each server</small>
          </div>
          {running ? (
            <Button look="primary" onClick={() => stopProbe(model, running.id)}>
              <Square size={13} aria-hidden="true" /> Stop
            </Button>
          ) : (
            <Button
              look="primary"
              disabled={ids.length === 0 || planning || (plans !== null && messages === 0)}
              onClick={() => (plans ? startProbe(model) : planProbe(model, ids))}
            >
              <Play size={14} aria-hidden="true" />
              {planning ? 'Reading tool lists…' : plans ? `Send ${messages}` : 'List messages'}
            </Button>
          )}
        </div>
      </header>
      <div className={styles.body}>
        {running && <Progress probe={running} />}
        {plans?.map((plan) => (
          <DryList key={plan.server} plan={plan} />
        ))}
        <section className={styles.section} aria-label="Servers">
          <h3>
            Servers <span>{`${picked.length} of ${servers.length}`}</span>
          </h3>
          {servers.map((server) => (
            <label key={server.id} className={styles.server}>
              <input
                type="checkbox"
                checked={ids.includes(server.id)}
                onChange={() =>
                  chooseServers(
                    model,
                    ids.includes(server.id) ? ids.filter((it) => it !== server.id) : [...ids, server.id],
                  )
                }
              />
              <ServerMark colour={server.colour} />
              <ForeignName text={server.name} className={styles.name} />
              <small>
                {sendsWords(
                  plans?.find((plan) => plan.server === server.id),
                  server,
                )}
              </small>
            </label>
          ))}
          {servers.length === 0 && <p>Add a server first, or compare the samples.</p>}
          <Button look="quiet" disabled={running !== undefined} onClick={() => probeSamples(model)}>
            Compare the five samples
          </Button>
        </section>
        {plans && <Spared plans={plans} relist={() => planProbe(model, ids)} />}
        {picked.length > 0 && <OwnProvocations servers={picked} />}
      </div>
    </aside>
  );
}

const sentBy = ({ problem, provocations }: ServerPlan): number =>
  problem === '' ? provocations.filter(({ leftOut }) => leftOut === '').length : 0;

/** Servers are asked side by side. */
const seconds = (plans: readonly ServerPlan[]): number =>
  Math.max(1, Math.ceil(Math.max(0, ...plans.map(sentBy)) / perSecond));

function sendsWords(plan: ServerPlan | undefined, { state, transport }: { state: string; transport: string }): string {
  if (plan) return plan.problem === '' ? String(sentBy(plan)) : 'left out';
  if (state === 'connected') return '';
  return transport === 'stdio' || transport === 'http-command' ? 'will be started' : 'will be opened';
}
