// The first window: nothing is configured, so offer what needs nothing, and the way to one's own server.

import { FolderOpen, Play, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { ServerMark } from '../components/server-mark.tsx';
import { usePlatform } from '../platform/context.ts';
import { chooseFile } from '../sessions/import-file.ts';
import { useConnection } from '../state/connection.ts';
import { openDialog } from '../state/dialogs.ts';
import styles from './first-run.module.css';

export function FirstRun() {
  const platform = usePlatform();
  const samples = useConnection((state) => state.hello?.samples ?? []);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const begin = async () => {
    setBusy(true);
    setProblem('');
    const answer = await platform.call('trySamples', {});
    setBusy(false);
    if (!answer.ok) setProblem(answer.error.message);
  };
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <h2 className={styles.title}>Why did that call fail?</h2>
        <p className={styles.lead}>
          Misfire watches the traffic of your MCP servers and explains each failure: what happened, whose fault it is,
          whether to try again and when, and what to change.
        </p>
        <div className={styles.actions}>
          <Button look="primary" onClick={begin} disabled={busy}>
            <Play size={15} aria-hidden="true" /> {busy ? 'Starting…' : 'Try the sample servers'}
          </Button>
          <Button onClick={() => openDialog('add')}>
            <Plus size={15} aria-hidden="true" /> Add a server
          </Button>
          <Button onClick={() => void chooseFile(platform)}>
            <FolderOpen size={15} aria-hidden="true" /> Open a capture
          </Button>
        </div>
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {samples.length > 0 && (
          <section className={styles.samples}>
            <h2>The samples, each failing in its own way</h2>
            {samples.map((sample, index) => (
              <div key={sample.id} className={styles.sample}>
                <ServerMark colour={index} />
                <b>{sample.name}</b>
                <span>{sample.about}</span>
              </div>
            ))}
          </section>
        )}
        <p className={styles.note}>They run on this machine only, and end with Misfire.</p>
      </div>
    </div>
  );
}
