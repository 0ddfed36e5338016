// Below the fix of a rejected call: why it cannot be sent yet or what sending it may do, the schema, and a button to request a tool list
// if none was recorded. The schema comes from the log; only that button contacts the server.

import { useEffect, useState } from 'react';
import type { RowDetail } from '../../../shared/timeline.ts';
import { Button } from '../../components/button.tsx';
import { useIsAway } from '../../model/connect-servers.ts';
import { serverById, useConnection } from '../../model/connection.ts';
import { askForTool, canAsk } from '../../model/fix-call.ts';
import { lookUpTools, useKnownTools } from '../../model/known-tools.ts';
import { useModel } from '../../model/model.ts';
import { useReplays } from '../../model/replays.ts';
import { JsonTree } from '../../results/json-tree.tsx';
import { shownName, visibleLine } from '../../text/visible-text.ts';
import styles from './fix-request.module.css';

export function FixFoot({ detail, problem }: { detail: RowDetail; problem: string }) {
  const model = useModel();
  const { row } = detail;
  const tool = useKnownTools((state) => state.tools[row.id]);
  const guard = useReplays((state) => state.drafts[row.id]?.guard.because ?? '');
  const [hasSchema, showSchema] = useState(false);
  useEffect(() => {
    if (tool === undefined) void lookUpTools(model, row.id);
  }, [model, tool, row.id]);
  return (
    <>
      <div className={styles.foot}>
        <span role="status">{visibleLine(problem || guard)}</span>
        {tool && (
          <Button look="quiet" aria-expanded={hasSchema} onClick={() => showSchema(!hasSchema)}>
            {hasSchema ? 'Hide schema' : 'Show schema'}
          </Button>
        )}
      </div>
      {tool === null && <NoSchema detail={detail} />}
      {tool && hasSchema && (
        <div className={styles.schema}>
          <JsonTree text={tool.inputSchema} label={`Input schema of ${tool.name}`} />
        </div>
      )}
    </>
  );
}

/** If no tool list was recorded. */
function NoSchema({ detail: { row } }: { detail: RowDetail }) {
  const model = useModel();
  const name = useConnection((state) => serverById(state.servers, row.server)?.name ?? row.server);
  const isAway = useIsAway(row.server);
  const asking = useKnownTools((state) => state.asking);
  if (!canAsk(model, row.server)) return null;
  return (
    <div className={styles.foot}>
      <span>No tool list of {shownName(name)} was recorded, so its schema was not checked.</span>
      <Button look="quiet" disabled={asking} onClick={() => void askForTool(model, row)}>
        {asking ? 'Refreshing…' : isAway ? 'Connect and refresh tools' : 'Refresh tools'}
      </Button>
    </div>
  );
}
