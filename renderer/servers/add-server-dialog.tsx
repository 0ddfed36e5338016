// Adding a server: one field that takes a command line or an address, and exactly what will be run, before it is run.

import { type FormEvent, useState } from 'react';
import { readServer, suggestName } from '../../shared/command-line.ts';
import type { ServerConfig } from '../../shared/server-config.ts';
import { Button } from '../components/button.tsx';
import { Dialog, DialogFoot } from '../components/dialog.tsx';
import { TextArea, TextField } from '../components/field.tsx';
import { visibleLine } from '../components/visible-text.ts';
import { usePlatform } from '../platform/context.ts';
import { closeDialog, useDialogs } from '../state/dialogs.ts';
import styles from './add-server-dialog.module.css';
import { readForm, type ServerForm } from './command-line.ts';

const emptyForm: ServerForm = { line: '', name: '', env: '', headers: '', cwd: '', timeoutSeconds: '60' };

export function AddServerDialog() {
  const open = useDialogs((state) => state.open === 'add');
  return (
    <Dialog
      open={open}
      onClose={closeDialog}
      title="Add a server"
      about="By the command that starts it, or by its address."
      width={600}
    >
      {open && <AddServerForm />}
    </Dialog>
  );
}

function AddServerForm() {
  const platform = usePlatform();
  const [form, setForm] = useState(emptyForm);
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const read = readServer(form.line);
  const result = readForm(form);
  const config = 'config' in result ? result.config : null;
  const set = (name: keyof ServerForm) => (event: { target: { value: string } }) =>
    setForm({ ...form, [name]: event.target.value });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!config) return;
    setBusy(true);
    const answer = await platform.call('addServer', { config, connect: true });
    setBusy(false);
    if (answer.ok) closeDialog();
    else setRefusal(answer.error.message);
  };
  const addSamples = async () => {
    setBusy(true);
    const answer = await platform.call('trySamples', {});
    setBusy(false);
    if (answer.ok) closeDialog();
    else setRefusal(answer.error.message);
  };
  const problem = refusal || ('problem' in result ? result.problem : '');
  return (
    <form onSubmit={submit} style={{ display: 'contents' }}>
      <div className={styles.form}>
        <TextField
          label="Command or address"
          className="mono"
          autoFocus
          value={form.line}
          onChange={set('line')}
          placeholder="npx -y some-mcp-server   or   https://example.com/mcp"
        />
        <TextField
          label="Name"
          hint="optional"
          value={form.name}
          onChange={set('name')}
          maxLength={200}
          placeholder={suggestName(read)}
        />
        <details>
          <summary>More settings</summary>
          <div className={styles.more}>
            {read.kind === 'http' ? (
              <TextArea
                label="Headers"
                hint="one a line, Name: value"
                rows={3}
                value={form.headers}
                onChange={set('headers')}
              />
            ) : (
              <>
                <TextArea
                  label="Environment"
                  hint="one a line, NAME=value"
                  rows={3}
                  value={form.env}
                  onChange={set('env')}
                />
                <TextField
                  label="Working folder"
                  hint="optional"
                  className="mono"
                  value={form.cwd}
                  onChange={set('cwd')}
                />
              </>
            )}
            <TextField
              label="Time limit of a call"
              hint="seconds"
              inputMode="decimal"
              value={form.timeoutSeconds}
              onChange={set('timeoutSeconds')}
            />
          </div>
        </details>
        {config && <Preview config={config} />}
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
      <DialogFoot
        left={
          <Button look="quiet" disabled={busy} onClick={addSamples}>
            Add the sample servers
          </Button>
        }
      >
        <Button onClick={closeDialog}>Cancel</Button>
        <Button look="primary" type="submit" disabled={!config || busy}>
          {config?.transport.kind === 'http' ? 'Connect' : 'Start and connect'}
        </Button>
      </DialogFoot>
    </form>
  );
}

function Preview({ config }: { config: ServerConfig }) {
  const { transport } = config;
  if ('url' in transport) {
    return (
      <section className={styles.preview}>
        <h3>What Misfire will open</h3>
        <dl>
          <dt>Address</dt>
          <dd className="mono">{transport.url}</dd>
          {Object.keys(transport.headers).map((name) => (
            <Pair key={name} name={name} value={transport.headers[name] ?? ''} />
          ))}
        </dl>
      </section>
    );
  }
  return (
    <section className={styles.preview}>
      <h3>What Misfire will run, without a shell</h3>
      <dl>
        <dt>Program</dt>
        <dd className="mono">
          <span className={styles.word}>{visibleLine(transport.command)}</span>
        </dd>
        {transport.args.length > 0 && (
          <>
            <dt>Arguments</dt>
            <dd className="mono">
              {transport.args.map((word, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: words of a command line may repeat; their place is what they are.
                <span key={index} className={styles.word}>
                  {visibleLine(word) || '(empty)'}
                </span>
              ))}
            </dd>
          </>
        )}
        {Object.keys(transport.env).map((name) => (
          <Pair key={name} name={name} value={transport.env[name] ?? ''} />
        ))}
        {transport.cwd && <Pair name="Folder" value={transport.cwd} />}
      </dl>
    </section>
  );
}

function Pair({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="mono">{visibleLine(value)}</dd>
    </>
  );
}
