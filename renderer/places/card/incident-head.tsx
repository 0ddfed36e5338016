// The top of an incident's card: what kind of trouble it is, in pills, and the ways to mend it.

import { CircleQuestionMark, Pencil, RotateCw } from 'lucide-react';
import type { IncidentCause } from '../../../shared/incident.ts';
import type { IncidentView, RowDetail } from '../../../shared/timeline.ts';
import type { ServerView } from '../../../shared/views.ts';
import { Button } from '../../components/button.tsx';
import { Pill } from '../../components/pill.tsx';
import { openFor } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { count } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { layerWord } from '../../text/wording.ts';
import styles from './detail-pane.module.css';
import { editAndRestart, isRepairable, restart, useRepair } from './repair-server.ts';

export function IncidentPills({
  detail: { row, failure },
  incident,
  cause,
}: {
  detail: RowDetail;
  incident: IncidentView;
  cause: IncidentCause;
}) {
  const { code } = row;
  const rows = incident.rows.length + incident.more;
  return (
    <div className={styles.pills}>
      {incident.healed ? (
        <Pill tone="ok">healed</Pill>
      ) : (
        <Pill tone={cause.needsChange ? 'bad' : 'wait'}>
          {cause.needsChange
            ? cause.variables.length > 0
              ? 'no retry until it is set'
              : 'no retry until it is changed'
            : 'may be tried again'}
        </Pill>
      )}
      {failure && <Pill tone="mute">{layerWord(failure.layer, failure.carrier)}</Pill>}
      {code && (
        <Pill tone="mute">
          <span className="mono">{visibleLine(code)}</span>
        </Pill>
      )}
      {cause.line && <Pill tone="mute">said on stderr</Pill>}
      {cause.needsChange && <Pill tone="mute">yours to fix</Pill>}
      <Pill tone="mute" title="One cause counts once, however many rows it made fail">
        1 incident · {count(rows, 'row')}
      </Pill>
    </div>
  );
}

export function IncidentActions({ cause, server }: { cause: IncidentCause; server: ServerView | undefined }) {
  const model = useModel();
  const busy = useRepair((state) => state.busy);
  if (!isRepairable(model, server)) return null;
  const isUp = server.state === 'connected';
  const again = cause.kind === 'address' || cause.kind === 'settings' ? 'Try again' : 'Restart';
  const variables = cause.variables.map(({ name }) => name);
  const edit = (
    <Button
      key="edit"
      look={cause.needsChange && !isUp ? 'primary' : 'plain'}
      disabled={busy}
      onClick={() => void editAndRestart(model, server, variables)}
    >
      <Pencil size={14} aria-hidden="true" /> Edit and restart <kbd>e</kbd>
    </Button>
  );
  const start = (
    <Button
      key="start"
      look={cause.needsChange || isUp ? 'plain' : 'primary'}
      disabled={busy || server.state === 'connecting'}
      onClick={() => void restart(model, server)}
    >
      <RotateCw size={14} aria-hidden="true" /> {busy || server.state === 'connecting' ? 'Starting…' : again}
    </Button>
  );
  return (
    <>
      {cause.needsChange ? [edit, start] : [start, edit]}
      <Button onClick={() => openFor(model, 'doctor', server.id)}>
        <CircleQuestionMark size={14} aria-hidden="true" /> Why?
      </Button>
    </>
  );
}
