// Watching the servers of other programs: the available entries, the exact change, and undo. Nothing changes before the user has seen it.

import { Eye, RefreshCw, Undo2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { UnreadableSettings, WatchChange, WatchEntry } from '../../../shared/api/watching.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { PathText } from '../../components/path-text.tsx';
import { closeDialog, useDialogs } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { AgentClients } from './agent-clients.tsx';
import { ConfirmedChange } from './confirmed-change.tsx';
import { HookClients } from './hook-clients.tsx';
import { SpoolLimitsFields } from './spool-limits.tsx';
import styles from './watch-dialog.module.css';
import { undoWatch } from './watching.ts';

export function WatchDialog() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'watch');
  return (
    <Dialog
      open={open}
      onClose={() => closeDialog(model)}
      title="Watch a client"
      about="See what other programs on this machine say to their servers. Every byte passes untouched; a copy is kept here."
      width={880}
    >
      {open && <Entries />}
    </Dialog>
  );
}

function Entries() {
  const { platform } = useModel();
  const [entries, setEntries] = useState<WatchEntry[] | null>(null);
  const [unreadable, setUnreadable] = useState<UnreadableSettings[]>([]);
  /** The entries whose change is shown. */
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState('');
  const look = useCallback(async () => {
    const answer = await platform.call('watchEntries', {});
    setProblem(answer.ok ? '' : answer.error.message);
    setEntries(answer.ok ? answer.value.entries : []);
    setUnreadable(answer.ok ? answer.value.unreadable : []);
  }, [platform]);
  useEffect(() => void look(), [look]);
  const clients = [...new Set((entries ?? []).map(({ client, path }) => `${client}\n${path}`))];
  return (
    <div className={styles.body}>
      <div className={styles.top}>
        <p role="status">{entries === null ? 'Looking at the settings of other programs…' : summary(entries)}</p>
        <Button onClick={look}>
          <RefreshCw size={14} aria-hidden="true" /> Look again
        </Button>
      </div>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {unreadable.map(({ client, path, problem: why }) => (
        <p key={path} className={styles.problem}>
          {visibleLine(`${client}: ${path} cannot be read. ${why}`)}
        </p>
      ))}
      {clients.map((key) => {
        const [client = '', path = ''] = key.split('\n');
        const own = (entries ?? []).filter((entry) => entry.client === client && entry.path === path);
        const done = () => {
          setChosen([]);
          void look();
        };
        return (
          <section key={key} aria-label={client}>
            <header className={styles.client}>
              <h3>{visibleLine(client)}</h3>
              <span className="mono">
                <PathText text={path} />
              </span>
              <small>{own[0]?.whenRead}</small>
              <WatchAll entries={own} shown={chosen} onShow={setChosen} onDone={done} />
            </header>
            <ul>
              {own.map((entry) => (
                <Entry
                  key={entry.id}
                  entry={entry}
                  isOpen={chosen.includes(entry.id)}
                  onToggle={() => setChosen(chosen.includes(entry.id) ? [] : [entry.id])}
                  onDone={done}
                />
              ))}
            </ul>
          </section>
        );
      })}
      <HookClients />
      <OwnProgram />
      <SpoolLimitsFields />
      <AgentClients />
    </div>
  );
}

interface WatchAllProps {
  entries: readonly WatchEntry[];
  shown: readonly string[];
  onShow: (entries: readonly string[]) => void;
  onDone: () => void;
}

/** Shows the change of each entry of a client first, and makes all of them on the second press. */
function WatchAll({ entries, shown, onShow, onDone }: WatchAllProps) {
  const model = useModel();
  const [busy, setBusy] = useState(false);
  const open = entries.filter(({ state }) => state === 'open');
  const [first] = open;
  if (!first || open.length < 2) return null;
  const areShown = open.every(({ id }) => shown.includes(id));
  const begin = async () => {
    setBusy(true);
    for (const { id } of open) {
      const answer = await model.platform.call('startWatch', { entry: id });
      if (answer.ok) continue;
      setBusy(false);
      say(model, answer.error.message, 'bad');
      return onDone();
    }
    setBusy(false);
    say(model, `${open.length} servers of ${first.client} are watched. ${first.whenRead}`);
    onDone();
  };
  return areShown ? (
    <Button look="primary" onClick={begin} disabled={busy} aria-label={`Watch all ${open.length} of ${first.client}`}>
      <Eye size={15} aria-hidden="true" /> Watch all {open.length}
    </Button>
  ) : (
    <Button onClick={() => onShow(open.map(({ id }) => id))} aria-label={`Watch all of ${first.client}…`}>
      Watch all…
    </Button>
  );
}

/** A client developer has no settings that could be changed. */
function OwnProgram() {
  return (
    <section aria-label="A program of your own">
      <header className={styles.client}>
        <h3>A program of your own</h3>
        <span>On Misfire’s command line; what passes is shown here while it runs.</span>
      </header>
      <dl className={styles.own}>
        <dt>It starts its server</dt>
        <dd>
          Let it start <code>misfire wrap --name NAME -- COMMAND</code> instead of the command.
        </dd>
        <dt>It calls an address</dt>
        <dd>
          Run <code>misfire proxy ADDRESS</code>, and let it call the address that this prints.
        </dd>
      </dl>
    </section>
  );
}

function summary(entries: readonly WatchEntry[]): string {
  if (entries.length === 0) return 'No client on this machine has a server in its settings.';
  const counted = (state: WatchEntry['state']) => entries.filter((entry) => entry.state === state).length;
  const parts = [
    `${counted('watched')} watched`,
    `${counted('open')} not watched`,
    counted('not now') > 0 ? `${counted('not now')} not now` : '',
    counted('cannot') > 0 ? `${counted('cannot')} cannot` : '',
  ];
  return parts.filter(Boolean).join(', ');
}

const stateWords: Record<WatchEntry['state'], string> = {
  watched: 'Watched',
  open: 'Not watched',
  'not now': 'Not now',
  cannot: 'Cannot',
};

interface EntryProps {
  entry: WatchEntry;
  isOpen: boolean;
  onToggle: () => void;
  onDone: () => void;
}

function Entry({ entry, isOpen, onToggle, onDone }: EntryProps) {
  const model = useModel();
  const undo = async () => {
    await undoWatch(model, entry);
    onDone();
  };
  return (
    <li className={styles.entry} aria-label={`${entry.server} of ${entry.client}`}>
      <b>{visibleLine(entry.server)}</b>
      <span className={`${styles.command} mono`}>{visibleLine(entry.command)}</span>
      <span className={`${styles.state} ${entry.state === 'watched' ? styles.good : ''}`}>
        {stateWords[entry.state]}
        {entry.why && <small>{visibleLine(entry.why)}</small>}
        {entry.ignored && <small>Ignored by the client. {visibleLine(entry.ignored)}</small>}
      </span>
      {entry.state === 'watched' && (
        <Button onClick={undo} aria-label={`Undo ${entry.server} of ${entry.client}`}>
          <Undo2 size={14} aria-hidden="true" /> Undo
        </Button>
      )}
      {entry.state === 'open' && (
        <Button onClick={onToggle} aria-expanded={isOpen} aria-label={`Watch… ${entry.server} of ${entry.client}`}>
          Watch…
        </Button>
      )}
      {isOpen && <Change entry={entry} onDone={onDone} />}
    </li>
  );
}

/** The exact change and its effect; only then the button. */
function Change({ entry, onDone }: { entry: WatchEntry; onDone: () => void }) {
  const model = useModel();
  const [change, setChange] = useState<WatchChange | null>(null);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let wanted = true;
    void model.platform.call('planWatch', { entry: entry.id }).then((answer) => {
      if (!wanted) return;
      if (answer.ok) setChange(answer.value);
      else setProblem(answer.error.message);
    });
    return () => {
      wanted = false;
    };
  }, [model, entry.id]);
  const begin = async () => {
    setBusy(true);
    const answer = await model.platform.call('startWatch', { entry: entry.id });
    setBusy(false);
    if (!answer.ok) return setProblem(answer.error.message);
    say(model, `${entry.server} is watched. ${entry.whenRead}`);
    onDone();
  };
  return (
    <ConfirmedChange change={change} problem={problem} command={`misfire watch ${entry.id}`}>
      <Button look="primary" onClick={begin} disabled={busy}>
        <Eye size={15} aria-hidden="true" /> Watch
      </Button>
    </ConfirmedChange>
  );
}
