// The rules that hold messages, and the form for another one.

import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { clients } from '../../../shared/clients/clients.ts';
import { type HoldDirection, holdDirections, type WantedRule } from '../../../shared/features/hold/rules.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogFoot } from '../../components/dialog.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { useConnection } from '../../model/connection.ts';
import { closeDialog, useDialogs } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './hold.module.css';
import { addRule, removeRule, useHold, wordsOfRule } from './hold.ts';

const directionWords: Record<HoldDirection, string> = {
  request: 'Requests',
  response: 'Answers',
  notification: 'Notifications',
};

export function RulesDialog() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'hold-rules');
  return (
    <Dialog
      open={open}
      onClose={() => closeDialog(model)}
      title="Hold messages"
      about="A held message waits for you: pass it on, edit it, answer instead, or drop it."
      width={560}
    >
      {open && <RuleForm />}
    </Dialog>
  );
}

function RuleForm() {
  const model = useModel();
  const rules = useHold((state) => state.rules);
  const servers = useConnection((state) => state.servers);
  const [direction, setDirection] = useState<HoldDirection>('response');
  const [server, setServer] = useState('');
  const [client, setClient] = useState('');
  const [tool, setTool] = useState('');
  const [failuresOnly, setFailuresOnly] = useState(false);
  const [once, setOnce] = useState(true);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const named = tool.trim();
    const rule: WantedRule = {
      client: client || null,
      server: server || null,
      // A name with a slash is a method: tools/list.
      method: named.includes('/') ? named : direction === 'notification' ? null : named ? 'tools/call' : null,
      tool: named === '' || named.includes('/') ? null : named,
      direction,
      failuresOnly: direction === 'response' && failuresOnly,
      once,
    };
    if (await addRule(model, rule)) closeDialog(model);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      {rules.length > 0 && (
        <ul className={styles.rules} aria-label="Rules">
          {rules.map((rule) => (
            <li key={rule.id}>
              <span>{visibleLine(wordsOfRule(model, rule))}</span>
              <Button
                look="icon"
                aria-label={`Remove: ${wordsOfRule(model, rule)}`}
                onClick={() => void removeRule(model, rule.id)}
              >
                <X size={14} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.fields}>
        <SelectField
          label="Hold"
          value={direction}
          onChange={({ target }) => setDirection(target.value as HoldDirection)}
        >
          {holdDirections.map((each) => (
            <option key={each} value={each}>
              {directionWords[each]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Tool or method"
          placeholder="Any"
          value={tool}
          onChange={({ target }) => setTool(target.value)}
        />
        <SelectField label="Server" value={server} onChange={({ target }) => setServer(target.value)}>
          <option value="">Any</option>
          {servers.map(({ id, name }) => (
            <option key={id} value={id}>
              {visibleLine(name)}
            </option>
          ))}
        </SelectField>
        <SelectField label="Client" value={client} onChange={({ target }) => setClient(target.value)}>
          <option value="">Any</option>
          <option value="Misfire">Misfire itself</option>
          {clients.map(({ id, name }) => (
            <option key={id} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <label className={styles.check}>
        <input type="checkbox" checked={once} onChange={({ target }) => setOnce(target.checked)} /> Next one only
      </label>
      {direction === 'response' && (
        <label className={styles.check}>
          <input type="checkbox" checked={failuresOnly} onChange={({ target }) => setFailuresOnly(target.checked)} />{' '}
          Failures only
        </label>
      )}
      <p className={styles.note}>
        A message is passed on unchanged shortly before its client times out. Progress and pings always pass.
      </p>
      <DialogFoot>
        <Button onClick={() => closeDialog(model)}>Cancel</Button>
        <Button look="primary" type="submit">
          Hold
        </Button>
      </DialogFoot>
    </form>
  );
}
