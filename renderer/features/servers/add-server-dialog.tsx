// Adds servers in three ways: a pasted text, other programs' configurations, a form. All end in the same two buttons, with the commands
// to start above them. The host parses the texts. Leads to what shows traffic without a server of your own: clients and transcripts.

import { useState } from 'react';
import type { ServerConfig } from '../../../shared/server/server-config.ts';
import { Button } from '../../components/button.tsx';
import { Consent } from '../../components/consent.tsx';
import { Dialog, DialogFoot } from '../../components/dialog.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { useConnection } from '../../model/connection.ts';
import { closeDialog, openDialog, useDialogs } from '../../model/dialogs.ts';
import { type Model, useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { countInWords } from '../../text/format.ts';
import styles from './add-server-dialog.module.css';
import { ImportPane } from './import-pane.tsx';
import { PastePane } from './paste-pane.tsx';
import { ServerFields } from './server-fields.tsx';
import { emptyForm, formOfServer, nameFor, readForm, type ServerForm } from './server-form.ts';

export type AddWay = 'paste' | 'import' | 'form';

export function AddServerDialog() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'add');
  return (
    <Dialog
      open={open}
      onClose={() => closeDialog(model)}
      title="Add a server"
      about="Nothing starts until you confirm."
      width={680}
    >
      {open && <AddServers />}
    </Dialog>
  );
}

function AddServers() {
  const model = useModel();
  const wanted = useDialogs((state) => state.way);
  const [way, setWay] = useState<AddWay>(wanted ?? 'paste');
  const [chosen, setChosen] = useState<ServerConfig[]>([]);
  const [form, setForm] = useState<ServerForm>(emptyForm);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState<string[]>([]);
  const kept = useKeeping();
  const suggestion = nameFor(form);
  const read = readForm({ ...form, name: form.name.trim() || suggestion });
  const configs = way !== 'form' ? chosen : 'config' in read ? [read.config] : [];

  const goTo = (next: AddWay) => {
    setWay(next);
    setChosen([]);
    setRefusals([]);
  };
  const edit = (config: ServerConfig) => {
    goTo('form');
    setForm(formOfServer(config, false));
  };
  const add = async (connect: boolean) => {
    setTried(true);
    if (configs.length === 0 || busy) return;
    setBusy(true);
    const problems = await addAll(model, configs, connect);
    setBusy(false);
    setRefusals(problems);
    if (problems.length === 0) closeDialog(model);
  };
  const addSamples = async () => {
    setBusy(true);
    const answer = await model.platform.call('trySamples', {});
    setBusy(false);
    if (answer.ok) closeDialog(model);
    else setRefusals([answer.error.message]);
  };
  const startsNothing =
    way === 'form' ? form.kind === 'http' || form.kind === 'sse' : configs.every(({ transport }) => 'url' in transport);
  const many = configs.length > 1 ? ` ${configs.length}` : '';
  return (
    <form
      className={styles.frame}
      onSubmit={(event) => {
        event.preventDefault();
        void add(true);
      }}
    >
      <div className={styles.ways}>
        <Segmented
          label="How to add"
          value={way}
          onChange={goTo}
          segments={[
            { value: 'paste', label: 'Paste' },
            { value: 'import', label: 'From this machine' },
            { value: 'form', label: 'Form' },
          ]}
        />
        <Button look="quiet" onClick={() => openDialog(model, 'watch')}>
          Watch a client…
        </Button>
        <Button look="quiet" onClick={() => openDialog(model, 'transcripts')}>
          Read a transcript…
        </Button>
      </div>
      <div className={styles.body}>
        {way === 'paste' && <PastePane onChoose={setChosen} onEdit={edit} onSubmit={() => add(true)} />}
        {way === 'import' && <ImportPane onChoose={setChosen} />}
        {way === 'form' && (
          <>
            <ServerFields
              form={form}
              problems={tried && 'problems' in read ? read.problems : []}
              kept={kept}
              onChange={setForm}
              suggestion={suggestion}
            />
            {'config' in read && <Consent config={read.config} />}
          </>
        )}
        {way !== 'form' && chosen.some(({ secrets }) => secrets?.length) && <p className={styles.kept}>{kept}</p>}
        {refusals.length > 0 && (
          <div className={styles.problem} role="alert">
            {refusals.map((words) => (
              <p key={words}>{words}</p>
            ))}
          </div>
        )}
      </div>
      <DialogFoot
        left={
          <Button look="quiet" disabled={busy} onClick={addSamples}>
            Add the sample servers
          </Button>
        }
      >
        <Button disabled={busy || (way !== 'form' && configs.length === 0)} onClick={() => add(false)}>
          Add{many} without connecting
        </Button>
        <Button look="primary" type="submit" disabled={busy || (way !== 'form' && configs.length === 0)}>
          {busy ? 'Adding…' : startsNothing ? `Add${many} and connect` : `Start${many} and connect`}
        </Button>
      </DialogFoot>
    </form>
  );
}

/** Servers that could not be added, one sentence each; the others were added. */
async function addAll(model: Model, configs: readonly ServerConfig[], connect: boolean): Promise<string[]> {
  const answers = await Promise.all(configs.map((config) => model.platform.call('addServer', { config, connect })));
  const problems = answers.flatMap((answer, index) =>
    answer.ok ? [] : [`${configs[index]!.name}: ${answer.error.message}`],
  );
  const added = configs.length - problems.length;
  if (added > 1 || (added === 1 && !connect)) say(model, `${countInWords(added, 'server')} added.`);
  return problems;
}

/** Where secrets will be stored, in a sentence, before there is a server. */
export function useKeeping(): string {
  const secure = useConnection((state) => state.hello?.abilities.secureStorage ?? false);
  return secure
    ? 'Secret values are kept in this system’s secure storage, never in the log.'
    : 'This system has no secure storage, so secrets are kept in a file that only you can read. They are never logged.';
}
