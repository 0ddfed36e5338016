// The first window: nothing is configured, so it offers the samples and three ways to the user's own failures.

import { ClipboardPaste, Eye, FolderOpen, MonitorDown, Play } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { ClientConfig } from '../../../shared/server/connecting.ts';
import { Button } from '../../components/button.tsx';
import { ServerMark } from '../../components/server-mark.tsx';
import { useConnection } from '../../model/connection.ts';
import { openAdd, openDialog } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { countInWords } from '../../text/format.ts';
import { chooseFile } from '../recordings/import-file.ts';
import styles from './first-run.module.css';

export function FirstRun() {
  const model = useModel();
  const samples = useConnection((state) => state.hello?.samples ?? []);
  const found = useFound();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const begin = async () => {
    setBusy(true);
    setProblem('');
    const answer = await model.platform.call('trySamples', {});
    setBusy(false);
    if (!answer.ok) setProblem(answer.error.message);
  };
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <h2 className={styles.title}>Why did that call fail?</h2>
        <p className={styles.lead}>
          Misfire watches the traffic of your MCP servers and explains each failure: what happened, who has to fix it,
          whether to try again and when, and what to change.
        </p>
        <ul className={styles.ways}>
          <Way
            icon={<ClipboardPaste size={16} aria-hidden="true" />}
            title="Add a server"
            about="Paste a command line, an address, or an mcpServers file."
            onClick={() => openAdd(model, 'paste')}
          />
          <Way
            icon={<MonitorDown size={16} aria-hidden="true" />}
            title="Import from this machine"
            about={foundWords(found)}
            onClick={() => openAdd(model, 'import')}
          />
          <Way
            icon={<Eye size={16} aria-hidden="true" />}
            title="Watch a client"
            about="See the traffic between Claude, Cursor or Codex and their servers."
            onClick={() => openDialog(model, 'watch')}
          />
          <Way
            icon={<FolderOpen size={16} aria-hidden="true" />}
            title="Open a recording"
            about="A recording that was saved by Misfire, a HAR file, or lines of JSON-RPC. Or drop it here."
            onClick={() => void chooseFile(model)}
          />
        </ul>
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <section className={styles.samples}>
          <header>
            <div>
              <h3>No server yet?</h3>
              <p>Five sample servers with five error models. They run on this machine only, and end with Misfire.</p>
            </div>
            <Button look="primary" onClick={begin} disabled={busy}>
              <Play size={15} aria-hidden="true" /> {busy ? 'Starting…' : 'Try the sample servers'}
            </Button>
          </header>
          <details className={styles.about}>
            <summary>What they do</summary>
            {samples.map((sample, index) => (
              <div key={sample.id} className={styles.sample}>
                <ServerMark colour={index} />
                <b>{sample.name}</b>
                <span>{sample.about}</span>
              </div>
            ))}
          </details>
        </section>
      </div>
    </div>
  );
}

function Way({ icon, title, about, onClick }: { icon: ReactNode; title: string; about: string; onClick: () => void }) {
  return (
    <li className={styles.way}>
      {icon}
      <button type="button" onClick={onClick}>
        {title}
      </button>
      <p>{about}</p>
    </li>
  );
}

/** Only reads settings; null while it runs or if it failed. */
function useFound(): ClientConfig[] | null {
  const { platform } = useModel();
  const [found, setFound] = useState<ClientConfig[] | null>(null);
  useEffect(() => {
    let wanted = true;
    void platform.call('findServers', {}).then((answer) => wanted && setFound(answer.ok ? answer.value.configs : null));
    return () => {
      wanted = false;
    };
  }, [platform]);
  return found;
}

export function foundWords(found: readonly ClientConfig[] | null): string {
  const holding = (found ?? []).filter(({ servers }) => servers.length > 0);
  if (holding.length === 0)
    return 'What Claude, Cursor, VS Code, Windsurf or Zed already use. Nothing starts by itself.';
  const servers = holding.reduce((sum, config) => sum + config.servers.length, 0);
  const clients = new Set(holding.map(({ client }) => client)).size;
  return `${countInWords(servers, 'server')} found in ${countInWords(clients, 'client')}. Nothing starts by itself.`;
}
