// Above the timeline, one at a time: a server that exited, with the reason and a restart, or one that is still connecting, with a stop
// button. The log below does not change.

import { LoaderCircle, OctagonX, RotateCw, X } from 'lucide-react';
import { useState } from 'react';
import type { ServerView } from '../../shared/api/views.ts';
import { Button } from '../components/button.tsx';
import { useNow } from '../components/use-now.ts';
import { useConnection } from '../model/connection.ts';
import { maskLine } from '../model/masks.ts';
import { useModel } from '../model/model.ts';
import { say } from '../model/notices.ts';
import { running } from '../text/format.ts';
import { shownName, visibleLine } from '../text/visible-text.ts';
import { restartAndReplay } from './restart-server.ts';
import styles from './server-strips.module.css';

/** Most connections are faster; a strip that flashes would only distract. */
const patience = 700;

export function ServerStrips() {
  const servers = useConnection((state) => state.servers);
  const isLive = useConnection((state) => state.recording?.isLive !== false);
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  if (!isLive) return null;
  const connecting = servers.filter(({ state }) => state === 'connecting');
  // A watched client's disconnect is not a problem here, and cannot be undone from here.
  const ended = servers.filter(
    (server) => server.state === 'exited' && server.watched === null && !dismissed.has(endOf(server)),
  );
  const last = ended.at(-1);
  if (last) {
    const dismiss = () => setDismissed((before) => new Set([...before, endOf(last)]));
    return <Ended key={endOf(last)} server={last} others={ended.length - 1} onDismiss={dismiss} />;
  }
  const [first] = connecting;
  return first ? <Connecting key={first.id} server={first} others={connecting.length - 1} /> : null;
}

/** One exit of one server: the next one is shown again. */
function endOf({ id, reason, counts }: ServerView): string {
  return `${id} ${reason} ${counts.messages}`;
}

function Connecting({ server, others }: { server: ServerView; others: number }) {
  const model = useModel();
  const [since] = useState(() => Date.now());
  const now = useNow(true, 250);
  if (now - since < patience) return null;
  const stop = async () => {
    const answer = await model.platform.call('disconnect', { server: server.id });
    if (!answer.ok) say(model, answer.error.message, 'bad');
  };
  return (
    <div className={styles.strip}>
      <LoaderCircle size={15} className={styles.turning} aria-hidden="true" />
      <div className={styles.words}>
        <b>Connecting to {shownName(server.name)}</b> <span>{running(now - since)}</span>
        {others > 0 && <span> and {others} more</span>}
      </div>
      <Button onClick={stop}>Cancel</Button>
    </div>
  );
}

interface EndedProps {
  server: ServerView;
  others: number;
  onDismiss: () => void;
}

function Ended({ server, others, onDismiss }: EndedProps) {
  const model = useModel();
  const [busy, setBusy] = useState(false);
  const restart = async () => {
    setBusy(true);
    const answer = await model.platform.call('restart', { server: server.id });
    if (!answer.ok) say(model, answer.error.message, 'bad');
    setBusy(false);
  };
  const again = async () => {
    setBusy(true);
    await restartAndReplay(model, server);
    setBusy(false);
  };
  const why = visibleLine(maskLine(model, server.reason)) || `${shownName(server.name)} ended`;
  return (
    <section className={`${styles.strip} ${styles.ended}`} aria-label={`${shownName(server.name)} ended`}>
      <OctagonX size={16} aria-hidden="true" />
      <div className={styles.words}>
        <b>{why.replace(/\.$/, '')}.</b> Its log stays below.
        {others > 0 && ` ${others} more ended too.`}
      </div>
      <div className={styles.actions}>
        <Button disabled={busy} onClick={restart}>
          <RotateCw size={14} aria-hidden="true" /> Restart
        </Button>
        <Button disabled={busy} look="primary" onClick={again}>
          Restart and replay the last 3
        </Button>
        <Button look="icon" aria-label={`Dismiss: ${shownName(server.name)} ended`} onClick={onDismiss}>
          <X size={15} aria-hidden="true" />
        </Button>
      </div>
    </section>
  );
}
