// What Misfire saved to a client's settings, with Undo. It stays on the card after the server has recovered.

import { Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import type { ServerView } from '../../../shared/api/views.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { Button } from '../../components/button.tsx';
import { serverById, useConnection } from '../../model/connection.ts';
import { useModel } from '../../model/model.ts';
import { shownName, visibleLine } from '../../text/visible-text.ts';
import { Fixed } from '../parts/fold.tsx';
import styles from './fix-variables.module.css';
import {
  belongsToClient,
  isRepairable,
  lookForVariables,
  undoSaved,
  useRepair,
  variablesToSet,
} from './repair-server.ts';

/** Loads what is known about these variables. Returns whether they can be saved from here. */
export function useKnownVariables(server: ServerView | undefined, names: string): boolean {
  const model = useModel();
  const incident = useRepair((state) => state.incident);
  const canSave = isRepairable(model, server) || belongsToClient(model, server);
  const id = server?.id;
  useEffect(() => {
    if (canSave && id !== undefined && incident !== null) void lookForVariables(model, id, names.split(','));
  }, [model, canSave, id, names, incident]);
  return canSave;
}

export function SavedVariables({ server, names }: { server: ServerView; names: readonly string[] }) {
  const model = useModel();
  const client = useRepair((state) => state.known?.client ?? null);
  if (client === null || client.saved.length === 0) return null;
  return (
    <p className={styles.offer}>
      <span>
        Misfire saved {client.saved.join(', ')} to {shownName(client.client)}. {visibleLine(client.whenRead)}
      </span>
      <Button look="quiet" className={styles.small} onClick={() => void undoSaved(model, server, names)}>
        <Undo2 size={14} aria-hidden="true" /> Undo
      </Button>
    </p>
  );
}

/** The section of a server that has recovered. Hidden if nothing was saved. */
export function SavedSection({ detail, failure }: { detail: RowDetail; failure: Failure }) {
  const server = useConnection((state) => serverById(state.servers, detail.row.server));
  const names = variablesToSet(failure);
  const canSave = useKnownVariables(server, names.join());
  const saved = useRepair((state) => state.known?.client?.saved.length ?? 0);
  if (!canSave || server === undefined || saved === 0) return null;
  return (
    <Fixed id="fix" title="Fix" summary="saved">
      <SavedVariables server={server} names={names} />
    </Fixed>
  );
}
