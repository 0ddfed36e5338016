// Failures that a server documents, added by the user as a call and a name, to include them in comparisons.

import { Trash2 } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import type { ServerView } from '../../../shared/api/views.ts';
import type { OwnProvocation } from '../../../shared/server/own-provocation.ts';
import { Button } from '../../components/button.tsx';
import { SelectField, TextArea, TextField } from '../../components/field.tsx';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { cut } from '../../text/wording.ts';
import styles from './probe-panel.module.css';
import { probeOf } from './probe-state.ts';

type Known = OwnProvocation & { from: 'person' | 'sample' };
const empty: OwnProvocation = { name: '', method: 'tools/call', params: '{"name": "", "arguments": {}}' };

export function OwnProvocations({ servers }: { servers: ServerView[] }) {
  const model = useModel();
  const [picked, setPicked] = useState(servers[0]?.id ?? '');
  const [known, setKnown] = useState<Known[]>([]);
  const [draft, setDraft] = useState(empty);
  const [problem, setProblem] = useState('');
  const server = servers.find(({ id }) => id === picked)?.id ?? servers[0]?.id ?? '';
  const refresh = useCallback(async () => {
    const answer = await model.platform.call('ownProvocations', { server });
    setKnown(answer.ok ? answer.value.provocations : []);
  }, [model, server]);
  useEffect(() => void refresh(), [refresh]);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await model.platform.call('saveProvocation', { server, provocation: draft });
    if (!answer.ok) return setProblem(answer.error.message);
    setProblem('');
    setDraft(empty);
    probeOf(model).setState({ plans: null });
    say(model, `${draft.name} is saved with the server.`);
    await refresh();
  };
  const remove = async (name: string) => {
    const answer = await model.platform.call('removeProvocation', { server, name });
    if (!answer.ok) say(model, answer.error.message, 'bad');
    await refresh();
  };
  return (
    <details className={styles.section}>
      <summary>
        Your own mistakes <span>{known.length === 0 ? 'none' : String(known.length)}</span>
      </summary>
      <p>Add a call that fails in a documented way. Calls with the same name are compared across servers.</p>
      <div>
        <SelectField label="Server" value={server} onChange={(event) => setPicked(event.target.value)}>
          {servers.map(({ id, name }) => (
            <option key={id} value={id}>
              {visibleLine(name)}
            </option>
          ))}
        </SelectField>
      </div>
      <ul className={styles.list}>
        {known.map(({ name, method, params, from }) => (
          <li key={name}>
            <b>{visibleLine(name)}</b>
            <code className={`${styles.sent} mono`}>{visibleLine(cut(`${method} ${params}`, 160))}</code>
            {from === 'person' ? (
              <Button look="icon" aria-label={`Remove ${name}`} onClick={() => remove(name)}>
                <Trash2 size={14} aria-hidden="true" />
              </Button>
            ) : (
              <span title="Comes with the sample">sample</span>
            )}
          </li>
        ))}
      </ul>
      <form className={styles.form} onSubmit={save}>
        <TextField
          label="Name"
          hint="for example, Rate limited"
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
        />
        <TextField
          label="Method"
          value={draft.method}
          onChange={(event) => setDraft({ ...draft, method: event.target.value })}
        />
        <TextArea
          label="Parameters"
          hint="JSON"
          rows={2}
          value={draft.params}
          onChange={(event) => setDraft({ ...draft, params: event.target.value })}
        />
        <Button type="submit" disabled={draft.name.trim() === ''}>
          Save with the server
        </Button>
      </form>
      {problem !== '' && (
        <p className={styles.bad} role="alert">
          {visibleLine(problem)}
        </p>
      )}
    </details>
  );
}
