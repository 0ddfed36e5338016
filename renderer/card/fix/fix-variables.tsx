// The variables that a server lacks, filled in on the card of its failure: typed, or read from an existing source. The primary button
// saves them with repair-server.ts.

import { Eye, EyeOff, FileKey, SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import type { VariableOffer } from '../../../shared/api/variables.ts';
import type { ServerView } from '../../../shared/api/views.ts';
import type { Failure } from '../../../shared/failure.ts';
import { namesSecret } from '../../../shared/server-text/likely-secrets.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { Button } from '../../components/button.tsx';
import { ExactChange } from '../../components/exact-change.tsx';
import field from '../../components/field.module.css';
import { PathText } from '../../components/path-text.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { serverById, useConnection } from '../../model/connection.ts';
import { openFor } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { shownName, visibleLine } from '../../text/visible-text.ts';
import styles from './fix-variables.module.css';
import {
  chooseKeeping,
  editServerOf,
  fillIn,
  isRepairable,
  type Keeping,
  pickOffer,
  useRepair,
  variableField,
  variablesToSet,
} from './repair-server.ts';
import { SavedVariables, useKnownVariables } from './saved-variables.tsx';
import { ThenSend } from './then-send.tsx';

export function FixVariables({ detail, failure }: { detail: RowDetail; failure: Failure }) {
  const model = useModel();
  const server = useConnection((state) => serverById(state.servers, detail.row.server));
  const isOwn = isRepairable(model, server);
  const names = variablesToSet(failure).join();
  const canSave = useKnownVariables(server, names);
  if (!canSave || server === undefined) return <p>Set {names.replaceAll(',', ', ')} where the server is configured.</p>;
  return (
    <form
      className={styles.variables}
      onSubmit={(event) => {
        event.preventDefault();
        editServerOf(model, detail);
      }}
    >
      {variablesToSet(failure).map((name) => (
        <VariableField key={name} name={name} />
      ))}
      {isOwn ? <Kept server={server} names={variablesToSet(failure)} /> : <ClientNote server={server} />}
      <VariablePlan />
      <SavedVariables server={server} names={variablesToSet(failure)} />
      {isOwn && <ThenSend detail={detail} />}
      <button type="submit" hidden />
    </form>
  );
}

export function VariableField({ name }: { name: string }) {
  const model = useModel();
  const value = useRepair((state) => state.values[name] ?? '');
  const picked = useRepair((state) => state.picked[name]);
  const busy = useRepair((state) => state.busy);
  const offer = useRepair((state) => state.known?.offers.find((each) => each.name === name));
  const [isSeen, setSeen] = useState(!namesSecret(name));
  return (
    <>
      <div className={styles.line}>
        <label className="mono" htmlFor={variableField(name)}>
          {visibleLine(name)}
        </label>
        {picked ? (
          <output id={variableField(name)} className={`${styles.picked} mono`}>
            ••••••••
          </output>
        ) : (
          <input
            id={variableField(name)}
            className={`${field.input} mono`}
            type={isSeen ? 'text' : 'password'}
            spellCheck={false}
            autoComplete={isSeen ? 'off' : 'new-password'}
            disabled={busy}
            value={value}
            onChange={(event) => fillIn(model, name, event.target.value)}
          />
        )}
        {!picked && namesSecret(name) && (
          <Button
            look="icon"
            aria-pressed={isSeen}
            aria-label={isSeen ? `Hide ${name}` : `Show ${name}`}
            onClick={() => setSeen(!isSeen)}
          >
            {isSeen ? <EyeOff size={14} aria-hidden="true" /> : <Eye size={14} aria-hidden="true" />}
          </Button>
        )}
      </div>
      {offer && <Offer offer={offer} isUsed={picked !== undefined} />}
    </>
  );
}

/** By name only: the value is read when the server starts. */
function Offer({ offer, isUsed }: { offer: VariableOffer; isUsed: boolean }) {
  const model = useModel();
  const { name, from, path } = offer;
  const Icon = from === 'file' ? FileKey : SquareTerminal;
  return (
    <p className={styles.offer}>
      <Icon size={14} aria-hidden="true" />
      <span>
        {from === 'file' ? (
          <>
            <PathText text={path} /> {isUsed ? 'is used.' : 'has it.'}
          </>
        ) : (
          offerWords(from, isUsed)
        )}
      </span>
      <Button look="quiet" className={styles.small} onClick={() => pickOffer(model, name, isUsed ? null : offer)}>
        {isUsed ? 'Type it instead' : 'Use it'}
      </Button>
    </p>
  );
}

function offerWords(from: 'environment' | 'shell', isUsed: boolean): string {
  if (isUsed)
    return from === 'shell' ? 'The value of your shell is used.' : 'The value Misfire was started with is used.';
  return from === 'shell'
    ? 'Your shell has it, but Misfire was started without it.'
    : 'Misfire was started with it, but the server was not.';
}

function Kept({ server, names }: { server: ServerView; names: readonly string[] }) {
  const model = useModel();
  const keep = useRepair((state) => state.keep);
  const client = useRepair((state) => state.known?.client ?? null);
  const segments: { value: Keeping; label: string }[] = [
    { value: 'server', label: 'For this server' },
    { value: 'run', label: 'This run only' },
    ...(client ? [{ value: 'client' as const, label: `In ${client.client}` }] : []),
  ];
  return (
    <div className={styles.line}>
      <span className={styles.name}>Keep it</span>
      <div className={styles.kept}>
        <Segmented label="Keep it" value={keep} segments={segments} onChange={(next) => chooseKeeping(model, next)} />
        <small>
          {keep === 'run' && 'Until Misfire closes. Nothing is saved.'}
          {keep === 'client' && client && (client.why === '' ? `${client.whenRead} Also kept here.` : client.why)}
          {keep === 'server' && (names.some(namesSecret) ? 'Stored as a secret.' : 'In the settings of this server.')}{' '}
          <Button look="quiet" className={styles.small} onClick={() => openFor(model, 'edit', server.id)}>
            All settings…
          </Button>
        </small>
      </div>
    </div>
  );
}

/** For a client's server: the location of its settings. */
function ClientNote({ server }: { server: ServerView }) {
  const known = useRepair((state) => state.known);
  const name = shownName(server.watched?.client ?? 'its client');
  if (known === null) return null;
  const { client } = known;
  if (client === null) return <p>No settings of {name} with this server were found on this machine.</p>;
  return (
    <div className={styles.line}>
      <span className={styles.name}>Save in</span>
      <div className={styles.kept}>
        <span className="mono">
          <PathText text={client.path} />
        </span>
        <small>{visibleLine(client.why === '' ? client.whenRead : client.why)}</small>
      </div>
    </div>
  );
}

/** The exact change of the client's settings, without the value. */
export function VariablePlan() {
  const model = useModel();
  const plan = useRepair((state) => state.plan);
  const keep = useRepair((state) => state.keep);
  if (plan === null) return null;
  return (
    <div className={styles.plan}>
      <ExactChange {...plan} />
      <Button onClick={() => chooseKeeping(model, keep)}>Cancel</Button>
    </div>
  );
}
