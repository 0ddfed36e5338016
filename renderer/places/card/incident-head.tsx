// The top of an incident's card: the verdict and the rows it counts for, in pills, and the ways to fix it.

import { CircleQuestionMark, Pencil, RotateCw } from 'lucide-react';
import type { ServerView } from '../../../shared/api/views.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Trouble } from '../../../shared/incident/incident.ts';
import type { IncidentView } from '../../../shared/timeline.ts';
import { Button } from '../../components/button.tsx';
import { Pill } from '../../components/pill.tsx';
import { openFor } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { count } from '../../text/format.ts';
import styles from './detail-pane.module.css';
import { SourcePills, VerdictPills } from './provenance.tsx';
import { editAndRestart, isRepairable, missingVariables, restart, useRepair } from './repair-server.ts';

interface IncidentPillsProps {
  failure: Failure;
  incident: IncidentView;
  serverName: string;
}

export function IncidentPills({ failure, incident, serverName }: IncidentPillsProps) {
  const rows = incident.rows.length + incident.more;
  return (
    <div className={styles.pills}>
      {incident.healed ? <Pill tone="ok">recovered</Pill> : <VerdictPills failure={failure} />}
      <SourcePills failure={failure} serverName={serverName} />
      <Pill tone="mute" title="One cause counts once, however many rows it made fail">
        1 incident · {count(rows, 'row')}
      </Pill>
    </div>
  );
}

interface IncidentActionsProps {
  failure: Failure;
  trouble: Trouble;
  server: ServerView | undefined;
}

export function IncidentActions({ failure, trouble, server }: IncidentActionsProps) {
  const model = useModel();
  const busy = useRepair((state) => state.busy);
  if (!isRepairable(model, server)) return null;
  const isUp = server.state === 'connected';
  const needsChange = failure.retry.verdict === 'after_fix';
  const again = trouble === 'address' || trouble === 'settings' ? 'Try again' : 'Restart';
  const edit = (
    <Button
      key="edit"
      look={needsChange && !isUp ? 'primary' : 'plain'}
      disabled={busy}
      onClick={() => void editAndRestart(model, server, missingVariables(failure))}
    >
      <Pencil size={14} aria-hidden="true" /> Edit and restart <kbd>e</kbd>
    </Button>
  );
  const start = (
    <Button
      key="start"
      look={needsChange || isUp ? 'plain' : 'primary'}
      disabled={busy || server.state === 'connecting'}
      onClick={() => void restart(model, server)}
    >
      <RotateCw size={14} aria-hidden="true" /> {busy || server.state === 'connecting' ? 'Starting…' : again}
    </Button>
  );
  return (
    <>
      {needsChange ? [edit, start] : [start, edit]}
      <Button onClick={() => openFor(model, 'doctor', server.id)}>
        <CircleQuestionMark size={14} aria-hidden="true" /> Why?
      </Button>
    </>
  );
}
