// Failures to replay, listed before anything is sent: which are safe, which need a confirmation, which need a typed name.

import { Send } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { BulkItem, BulkReplay as Plan, ReplayGuard } from '../../../shared/retry/replay.ts';
import { Button } from '../../components/button.tsx';
import { Caption } from '../../components/caption.tsx';
import field from '../../components/field.module.css';
import { Select } from '../../components/select.tsx';
import { ServerMark } from '../../components/server-mark.tsx';
import { colourOf, serverById, useConnection } from '../../model/connection.ts';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { replaysOf } from '../../model/replays.ts';
import { countInWords } from '../../text/format.ts';
import { calledWords } from '../../text/replay-words.ts';
import { shownName, visibleLine } from '../../text/visible-text.ts';
import styles from './bulk.module.css';
import { agreedNames, firstChoice, readyRows } from './bulk-replay.ts';
import page from './replay.module.css';
import { ReproButtons } from './save-repro.tsx';

export function BulkPlan({ filter }: { filter: string }) {
  const model = useModel();
  const servers = useConnection((state) => state.servers);
  // Calls from a capture have no server here.
  const isEvidence = useConnection((state) => state.recording?.kind === 'imported');
  const [state, setState] = useState<{ plan: Plan | null; problem: string }>({ plan: null, problem: '' });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [to, setTo] = useState('');
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    let wanted = true;
    setState({ plan: null, problem: '' });
    void model.platform.call('planBulk', { filter }).then((answer) => {
      if (!wanted) return;
      if (!answer.ok) return setState({ plan: null, problem: answer.error.message });
      setState({ plan: answer.value, problem: '' });
      setChosen(firstChoice(answer.value.items));
      setTyped({});
    });
    return () => {
      wanted = false;
    };
  }, [model, filter]);

  const items = state.plan?.items ?? [];
  const rows = useMemo(() => readyRows(items, chosen, typed), [items, chosen, typed]);
  const begin = async () => {
    setBusy(true);
    const answer = await model.platform.call('startBulk', {
      rows,
      confirm: agreedNames(items, rows),
      ...(to === '' ? {} : { to }),
    });
    setBusy(false);
    if (answer.ok) replaysOf(model).setState({ bulk: { kind: 'running', id: answer.value.bulk } });
    else say(model, answer.error.message, 'bad');
  };
  const toggle = (row: number) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(row)) next.add(row);
      return next;
    });

  return (
    <>
      <header className={page.head}>
        <span className={page.headActions}>
          {items.length > 0 && (
            <>
              <Select
                className={styles.to}
                aria-label="Where to send them"
                value={to}
                onChange={(event) => setTo(event.target.value)}
              >
                <option value="">{isEvidence ? 'Choose a server…' : 'each to its own server'}</option>
                {servers.map((server) => (
                  <option key={server.id} value={server.id}>
                    all to {shownName(server.name)}
                  </option>
                ))}
              </Select>
              <ReproButtons rows={rows} />
              <Button look="primary" disabled={busy || rows.length === 0} onClick={begin}>
                <Send size={14} aria-hidden="true" /> Send {countInWords(rows.length, 'call')}
              </Button>
            </>
          )}
        </span>
      </header>
      <div className={styles.body}>
        {state.problem && (
          <p className={styles.problem} role="alert">
            {state.problem}
          </p>
        )}
        {state.plan && items.length === 0 && (
          <div className={page.empty}>
            <h3>Nothing here can be replayed</h3>
            <p>There is no failed call among these rows. When one fails, it can be tried again from here.</p>
          </div>
        )}
        {groups.map(({ need, title, about }) => {
          const members = items.filter(({ guard }) => guard.need === need);
          if (members.length === 0) return null;
          return (
            <section key={need} className={styles.group}>
              <Caption>
                {title} <span>{members.length}</span>
              </Caption>
              <p>{about}</p>
              {need === 'ask' && members.length > 1 && (
                <Button look="quiet" onClick={() => setChosen(new Set([...chosen, ...members.map(({ row }) => row)]))}>
                  Tick all {members.length}
                </Button>
              )}
              <ul>
                {members.map((item) => (
                  <Item
                    key={item.row}
                    item={item}
                    colour={colourOf(servers, item.server)}
                    server={serverById(servers, item.server)?.name ?? item.server}
                    chosen={chosen.has(item.row)}
                    typed={typed[item.guard.name] ?? ''}
                    onToggle={() => toggle(item.row)}
                    onType={(text) => setTyped({ ...typed, [item.guard.name]: text })}
                  />
                ))}
              </ul>
            </section>
          );
        })}
        {state.plan && state.plan.leftOut.length > 0 && (
          <section className={styles.group}>
            <Caption>Left out</Caption>
            <ul className={styles.leftOut}>
              {state.plan.leftOut.map((words) => (
                <li key={words}>{visibleLine(words)}</li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  );
}

const groups: { need: ReplayGuard['need']; title: string; about: string }[] = [
  {
    need: 'free',
    title: 'Safe to repeat',
    about: 'Read-only or idempotent according to their servers, not verified.',
  },
  {
    need: 'ask',
    title: 'Not known to be safe',
    about: 'They may happen a second time. Ticking one means you agree until Misfire is closed.',
  },
  {
    need: 'type_name',
    title: 'Destructive',
    about: 'Their server marks them so. Type the tool’s name to include one.',
  },
];

interface ItemProps {
  item: BulkItem;
  server: string;
  colour: number;
  chosen: boolean;
  typed: string;
  onToggle: () => void;
  onType: (text: string) => void;
}

function Item({ item, server, colour, chosen, typed, onToggle, onType }: ItemProps) {
  const model = useModel();
  const name = visibleLine(calledWords(item));
  const { guard } = item;
  return (
    <li className={styles.item}>
      {guard.need === 'type_name' ? (
        <input
          className={`${field.input} mono`}
          aria-label={`Type ${guard.name} to include it`}
          placeholder={guard.name}
          value={typed}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onType(event.target.value)}
        />
      ) : (
        <input type="checkbox" aria-label={`Replay ${name} #${item.row}`} checked={chosen} onChange={onToggle} />
      )}
      <ServerMark colour={colour} title={server} />
      <span className={styles.call}>
        <bdi>{name}</bdi>
        <small>
          <bdi>{visibleLine(server)}</bdi> · #{item.row}
          {item.alike > 0 && ` · and ${countInWords(item.alike, 'more like it', 'more like it')}`}
        </small>
      </span>
      <span className={styles.what} title={visibleLine(maskLine(model, item.headline))}>
        {visibleLine(maskLine(model, item.headline))}
      </span>
      <span className={styles.because} title={visibleLine(guard.because)}>
        {visibleLine(guard.because)}
      </span>
    </li>
  );
}
