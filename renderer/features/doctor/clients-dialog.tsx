// biome-ignore-all lint/suspicious/noArrayIndexKey: lines of one text are identified by their index.
// Will it work in my client? The table of all measured clients, with the row that shows it and the fix, and the repaired schemas.

import { Copy, RotateCw } from 'lucide-react';
import type { ServerView } from '../../../shared/api/views.ts';
import { count } from '../../../shared/exchange/clip.ts';
import type { ClientVerdict } from '../../../shared/features/doctor/client-check.ts';
import type { RepairedTool } from '../../../shared/features/doctor/schema-refusals.ts';
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
  clientsReport,
  clientsText,
  measuredClients,
  repairedIn,
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
  const name = shownName(server.name);
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
        {repairedIn(checks).map((repaired, at) => (
          <RepairedSchema key={repaired.tool} repaired={repaired} isOpen={at === 0} />
        ))}
      </div>
      <DialogFoot
        left={
          <>
            <Button look="quiet" onClick={() => copyText(model, clientsText(name, checks), 'The table')}>
              <Copy size={14} aria-hidden="true" />
              Copy
            </Button>
            <Button look="quiet" onClick={() => copyText(model, clientsReport(name, checks), 'The report')}>
              Report to author
            </Button>
          </>
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

/** Both sides of the change. */
function RepairedSchema({ repaired: { tool, schema, diff }, isOpen }: { repaired: RepairedTool; isOpen: boolean }) {
  const model = useModel();
  const changed = diff.filter((line) => /^[+-]/.test(line)).length;
  return (
    <details className={styles.repair} open={isOpen}>
      <summary>
        <span>Repaired schema: {shownName(tool)}</span>
        <span className={styles.quiet}>accepts the same values</span>
        <span className={`${styles.quiet} ${styles.changed}`}>{count(changed, 'line')} changed</span>
      </summary>
      <div className={styles.sides}>
        <DiffSide title="Before" lines={diff.filter((line) => !line.startsWith('+'))} />
        <DiffSide title="Repaired" lines={diff.filter((line) => !line.startsWith('-'))} />
      </div>
      <Button look="quiet" onClick={() => copyText(model, schema, 'The schema')}>
        <Copy size={14} aria-hidden="true" />
        Copy schema
      </Button>
    </details>
  );
}

function DiffSide({ title, lines }: { title: string; lines: readonly string[] }) {
  const tones: Readonly<Record<string, string | undefined>> = { '+': styles.added, '-': styles.removed };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so a keyboard must reach it
    <section className={`mono ${styles.side}`} aria-label={title} tabIndex={0}>
      {lines.map((line, at) => (
        <div key={at} className={tones[line[0] ?? '']}>
          <ForeignText text={line} />
        </div>
      ))}
    </section>
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
        {basis === 'documentation' && <span className={styles.quiet}>From its documentation, not run</span>}
      </td>
      <td>
        <ForeignText text={fix === '' ? '—' : fix} />
      </td>
    </tr>
  );
}
