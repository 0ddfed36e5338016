// biome-ignore-all lint/suspicious/noArrayIndexKey: lines of one text are identified by their index.
// Will it work in my client? The table of all measured clients, with the row that shows it and the fix, and the repaired schemas.

import { Copy, RotateCw } from 'lucide-react';
import type { ServerView } from '../../../shared/api/views.ts';
import type { ClientVerdict } from '../../../shared/features/doctor/client-check.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogFoot } from '../../components/dialog.tsx';
import { ForeignText } from '../../components/foreign-text.tsx';
import { Pill } from '../../components/pill.tsx';
import { serverById, useConnection } from '../../model/connection.ts';
import { closeDialog, useDialogs } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { copyText } from '../../model/notices.ts';
import { showCall } from '../../model/selection.ts';
import { shownName } from '../../text/visible-text.ts';
import {
  beginClientChecks,
  clientsText,
  measuredClients,
  resultPill,
  type ShownClientChecks,
  useClientChecks,
} from './client-checks.ts';
import styles from './clients.module.css';

export function ClientsDialog() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'clients');
  const id = useDialogs((state) => state.server);
  const server = useConnection((state) => (id === null ? undefined : serverById(state.servers, id)));
  const checks = useClientChecks((state) => (id === null ? undefined : state.of[id]));
  const isShown = open && server !== undefined && checks !== undefined;
  return (
    <Dialog
      open={isShown}
      onClose={() => closeDialog(model)}
      title="Will it work in my client?"
      about={`${shownName(server?.name ?? '')} · started once per client, no client or model needed`}
      width={940}
    >
      {isShown && <ClientTable server={server} checks={checks} />}
    </Dialog>
  );
}

function ClientTable({ server, checks }: { server: ServerView; checks: ShownClientChecks }) {
  const model = useModel();
  const verdicts = measuredClients.flatMap(({ id }) => checks.verdicts[id] ?? []);
  const repaired = verdicts.find((verdict) => verdict.repaired.length > 0)?.repaired ?? [];
  return (
    <>
      <div className={styles.table}>
        <table>
          <thead>
            <tr>
              <th>Client</th>
              <th>Result</th>
              <th>Why</th>
              <th>Fix</th>
            </tr>
          </thead>
          <tbody>
            {verdicts.map((verdict) => (
              <ClientRow key={verdict.client} verdict={verdict} />
            ))}
          </tbody>
        </table>
        {repaired.map(({ tool, diff }) => (
          <details key={tool} className={styles.repair}>
            <summary>
              Repaired schema: {shownName(tool)} <span className={styles.quiet}>accepts the same values</span>
            </summary>
            <pre>
              {diff.map((line, at) => (
                <span
                  key={at}
                  className={line.startsWith('+') ? styles.added : line.startsWith('-') ? styles.removed : ''}
                >
                  <ForeignText text={line} />
                  {'\n'}
                </span>
              ))}
            </pre>
          </details>
        ))}
      </div>
      <DialogFoot
        left={
          <Button
            look="quiet"
            onClick={() => copyText(model, clientsText(shownName(server.name), checks), 'The table')}
          >
            <Copy size={14} aria-hidden="true" />
            Copy
          </Button>
        }
      >
        <Button disabled={checks.isRunning} onClick={() => void beginClientChecks(model, server.id)}>
          <RotateCw size={14} aria-hidden="true" />
          Check again
        </Button>
      </DialogFoot>
    </>
  );
}

function ClientRow({ verdict }: { verdict: ClientVerdict }) {
  const model = useModel();
  const { name, version, why, fix, row, basis } = verdict;
  const pill = resultPill(verdict);
  const show = (id: number) => {
    closeDialog(model);
    void showCall(model, id);
  };
  return (
    <tr>
      <th scope="row">
        {name}
        <span className={`mono ${styles.quiet}`}>{version}</span>
      </th>
      <td>
        <Pill tone={pill.tone}>{pill.words}</Pill>
      </td>
      <td>
        <ForeignText text={why} />{' '}
        {row !== null && (
          <button type="button" className={styles.row} onClick={() => show(row)}>
            #{row}
          </button>
        )}
        {basis === 'documentation' && <span className={styles.quiet}>As reported, not run</span>}
      </td>
      <td>
        <ForeignText text={fix === '' ? '—' : fix} />
      </td>
    </tr>
  );
}
