// The place Probe: choose servers, read the dry list, then run. Nothing is sent before that.

import { Play, Square } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { ForeignName } from '../../components/foreign-text.tsx';
import { ServerMark } from '../../components/server-mark.tsx';
import { useConnection } from '../../model/connection.ts';
import { useModel } from '../../model/model.ts';
import { showPage } from '../../model/open-place.ts';
import { useProbes } from '../../model/probes.ts';
import { count } from '../../text/format.ts';
import side from '../compare/compare-place.module.css';
import { probeSamples, stopProbe } from '../compare/compare-state.ts';
import { Progress } from '../compare/progress.tsx';
import { DryList } from './dry-list.tsx';
import { OwnProvocations } from './own-provocations.tsx';
import styles from './probe-place.module.css';
import { chooseServers, planProbe, reachable, startProbe, useProbe } from './probe-state.ts';

export function ProbePlace() {
  const model = useModel();
  const servers = useConnection((state) => state.servers);
  const chosen = useProbe((state) => state.chosen);
  const plans = useProbe((state) => state.plans);
  const planning = useProbe((state) => state.planning);
  const newest = useProbes((state) => state.probes.at(-1));
  const picked = servers.filter(({ id }) => chosen === null || chosen.includes(id));
  const ids = picked.map(({ id }) => id);
  const running = newest?.state === 'running' ? newest : undefined;
  const compareSamples = () => {
    void probeSamples(model);
    showPage(model, 'compare');
  };
  return (
    <>
      <ServerChoice picked={ids} />
      <main className={side.main} id="probe">
        <div className={side.page}>
          <header className={styles.head}>
            <h2>Make the same mistake everywhere</h2>
            <p>
              Harmless mistakes, made from each server’s own schemas: arguments that a tool’s schema forbids, names that
              do not exist, messages that break the protocol. They use separate connections, at most ten a second. Tools
              that look destructive are not called.
            </p>
            <div className={styles.actions}>
              {running ? (
                <Button look="primary" onClick={() => stopProbe(model, running.id)}>
                  <Square size={13} aria-hidden="true" /> Stop
                </Button>
              ) : (
                <Button
                  look="primary"
                  disabled={ids.length === 0 || planning || (plans !== null && reachable(plans).length === 0)}
                  onClick={() => (plans ? startProbe(model) : planProbe(model, ids))}
                >
                  <Play size={14} aria-hidden="true" />
                  {planning
                    ? 'Reading their schemas…'
                    : plans
                      ? `Send to ${count(reachable(plans).length, 'server')}`
                      : 'Show what would be sent'}
                </Button>
              )}
              {plans && !running && (
                <Button disabled={planning} onClick={() => planProbe(model, ids)}>
                  List again
                </Button>
              )}
              <Button look="quiet" onClick={compareSamples} disabled={running !== undefined}>
                Compare the five samples
              </Button>
            </div>
          </header>
          {running && <Progress probe={running} />}
          {servers.length === 0 && <p className={side.words}>Add a server first, or compare the samples.</p>}
          {!running && newest && (
            <p className={side.words}>
              Last run: {newest.words}{' '}
              <Button look="quiet" onClick={() => showPage(model, 'compare')}>
                See the comparison
              </Button>
            </p>
          )}
          {plans?.map((plan) => (
            <DryList key={plan.server} plan={plan} />
          ))}
          {picked.length > 0 && <OwnProvocations servers={picked} />}
        </div>
      </main>
    </>
  );
}

function ServerChoice({ picked }: { picked: string[] }) {
  const model = useModel();
  const servers = useConnection((state) => state.servers);
  const toggle = (id: string) =>
    chooseServers(model, picked.includes(id) ? picked.filter((it) => it !== id) : [...picked, id]);
  return (
    <aside className={side.side} aria-label="Servers to probe">
      <h2>Probe</h2>
      {servers.map((server) => (
        <label key={server.id} className={side.server}>
          <ServerMark colour={server.colour} />
          <ForeignName text={server.name} className={side.name} />
          <small>{server.state === 'connected' ? 'connected' : 'will be started'}</small>
          <input type="checkbox" checked={picked.includes(server.id)} onChange={() => toggle(server.id)} />
        </label>
      ))}
    </aside>
  );
}
