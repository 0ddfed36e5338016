// One field for any text: a command line, a URL, an mcpServers file. The host parses it; this shows the result.

import { FileJson, PencilLine } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useState } from 'react';
import type { FoundServer } from '../../../shared/server/connecting.ts';
import type { ServerConfig } from '../../../shared/server/server-config.ts';
import { Button } from '../../components/button.tsx';
import { Consent } from '../../components/consent.tsx';
import { TextArea, TextField } from '../../components/field.tsx';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import styles from './add-server-dialog.module.css';
import { type FoundChoice, FoundList } from './found-list.tsx';

interface Reading {
  /** The text that was parsed. */
  text: string;
  choices: FoundChoice[];
  problems: string[];
}

const nothing: Reading = { text: '', choices: [], problems: [] };
const typingPause = 120;

export function PastePane({
  onChoose,
  onEdit,
  onSubmit,
}: {
  onChoose: (configs: ServerConfig[]) => void;
  onEdit: (config: ServerConfig) => void;
  onSubmit: () => void;
}) {
  const model = useModel();
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const [reading, setReading] = useState(nothing);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const only = reading.choices.length === 1 ? reading.choices[0]! : null;
  const single = only && renamed(only.found, name);

  useEffect(() => {
    let wanted = true;
    if (text.trim() === '') {
      setReading(nothing);
      return;
    }
    const timer = setTimeout(async () => {
      const answer = await model.platform.call('readServers', { text });
      if (!wanted) return;
      const servers = answer.ok ? answer.value.servers : [];
      const choices = servers.map((found, index) => ({ key: String(index), found }));
      setReading({ text, choices, problems: answer.ok ? answer.value.problems : [answer.error.message] });
      setTicked(new Set(choices.filter(({ found }) => !found.known).map(({ key }) => key)));
    }, typingPause);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text, model]);

  // Reports the selection before the next key or click; an unparsed text selects nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: onChoose is the caller's setter.
  useLayoutEffect(() => {
    if (reading.text !== text) onChoose([]);
    else if (single) onChoose([single]);
    else onChoose(reading.choices.filter(({ key }) => ticked.has(key)).map(({ found }) => found.config));
  }, [reading, text, ticked, name]);

  const onKeyDown = (event: KeyboardEvent) => {
    const sends = event.key === 'Enter' && !event.shiftKey;
    const isLine = !text.includes('\n') && !/^\s*[[{]/.test(text);
    if (!sends || !(isLine || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSubmit();
  };
  const readFile = async () => {
    const chosen = await model.platform.openFile({ accept: ['.json', '.jsonc', '.txt'] });
    if (chosen.outcome === 'failed') return say(model, chosen.reason, 'bad');
    if (chosen.outcome !== 'opened') return;
    if (chosen.file.size < 5_000_000) setText(await chosen.file.text());
    else say(model, `${chosen.file.name} is too large to be a list of servers.`, 'bad');
  };
  return (
    <>
      <TextArea
        label="Command or address"
        hint="or an mcpServers file, whole or in part"
        autoFocus
        rows={text.includes('\n') ? 8 : 2}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={'npx -y some-mcp-server   or   https://example.com/mcp   or   { "mcpServers": { … } }'}
      />
      {text.trim() === '' && (
        <div>
          <Button look="quiet" onClick={readFile}>
            <FileJson size={14} aria-hidden="true" /> Read a file…
          </Button>
        </div>
      )}
      {single && only && (
        <>
          <TextField
            label="Name"
            hint="optional"
            value={name}
            onChange={(event) => setName(event.target.value)}
            maxLength={200}
            placeholder={only.found.name}
          />
          {only.found.known && <p className={styles.note}>A server like this is already in your list.</p>}
          {only.found.remark && <p className={styles.note}>{only.found.remark}</p>}
          <Consent config={single} />
          <div>
            <Button look="quiet" onClick={() => onEdit(single)}>
              <PencilLine size={14} aria-hidden="true" /> More settings…
            </Button>
          </div>
        </>
      )}
      {reading.choices.length > 1 && (
        <FoundList choices={reading.choices} chosen={ticked} onToggle={(key) => setTicked(toggled(ticked, key))} />
      )}
      {reading.problems.map((words) => (
        <p key={words} className={styles.problem} role="alert">
          {words}
        </p>
      ))}
    </>
  );
}

function renamed(found: FoundServer, name: string): ServerConfig {
  return { ...found.config, name: name.trim() || found.config.name };
}

export function toggled(set: ReadonlySet<string>, key: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}
