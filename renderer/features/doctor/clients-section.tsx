// The section *Clients* of a server's card: in which clients it works, one line each while the check runs.

import { AppWindow } from 'lucide-react';
import { troubleOf } from '../../../shared/incident/incident.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { Fold } from '../../card/parts/fold.tsx';
import { Button } from '../../components/button.tsx';
import { Pill } from '../../components/pill.tsx';
import { serverById, useConnection } from '../../model/connection.ts';
import { dialogsOf } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import checkStyles from './checks.module.css';
import {
  beginClientChecks,
  clientsSummary,
  measuredClients,
  resultPill,
  stopClientChecks,
  useClientChecks,
} from './client-checks.ts';
import styles from './clients.module.css';
import { useChecks } from './open-checks.ts';
import { WhatIsReached } from './what-is-reached.tsx';

export function ClientsSection({ detail }: { detail: RowDetail }) {
  const model = useModel();
  const id = detail.row.server;
  const server = useConnection((state) => serverById(state.servers, id));
  const isLive = useConnection((state) => state.recording?.isLive !== false);
  const checks = useClientChecks((state) => state.of[id]);
  const isWanted = useChecks((state) => state.server === id);
  const isTrouble = detail.failure !== null && troubleOf(detail.failure) !== null;
  if (server === undefined || !isLive || server.watched !== null) return null;
  if (checks === undefined && !isWanted && !isTrouble) return null;
  const begin = () => void beginClientChecks(model, id);
  const showTable = () => dialogsOf(model).setState({ open: 'clients', server: id });
  return (
    <Fold id="clients" title="Clients" summary={checks === undefined ? 'not checked' : clientsSummary(checks)}>
      {checks === undefined && server.state === 'idle' && <WhatIsReached server={id} />}
      {checks !== undefined && (
        <ul className={styles.clients} aria-label="Clients" aria-busy={checks.isRunning}>
          {measuredClients.map((client) => {
            const verdict = checks.verdicts[client.id];
            const pill = verdict === undefined ? null : resultPill(verdict);
            return (
              <li key={client.id}>
                <span>{client.name}</span>
                {pill ? (
                  <Pill tone={pill.tone}>{pill.words}</Pill>
                ) : (
                  <span className={styles.quiet}>{checks.isRunning ? 'Checking…' : 'Not checked'}</span>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {checks !== undefined && checks.problem !== '' && <p role="alert">{checks.problem}</p>}
      <div className={checkStyles.actions}>
        {checks?.isRunning ? (
          <Button onClick={() => stopClientChecks(model, id)}>Stop</Button>
        ) : (
          <Button onClick={begin}>
            <AppWindow size={14} aria-hidden="true" />
            {checks === undefined ? 'Check for clients' : 'Check again'}
            <kbd>C</kbd>
          </Button>
        )}
        {checks !== undefined && !checks.isRunning && (
          <Button look="quiet" onClick={showTable}>
            Show table
          </Button>
        )}
      </div>
    </Fold>
  );
}
