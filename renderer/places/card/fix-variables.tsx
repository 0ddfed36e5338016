// The variables that a server lacks, filled in on the card of its failure. Saving and restarting is the primary button's, and
// repair-server.ts's.

import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { Failure } from '../../../shared/failure.ts';
import { namesSecret } from '../../../shared/server-text/likely-secrets.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { Button } from '../../components/button.tsx';
import field from '../../components/field.module.css';
import { serverById, useConnection } from '../../model/connection.ts';
import { openFor } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { visibleLine, visibleName } from '../../text/visible-text.ts';
import styles from './fix-variables.module.css';
import { editAndRestart, fillIn, isRepairable, missingVariables, useRepair, variableField } from './repair-server.ts';
import { ThenSend } from './then-send.tsx';

export function FixVariables({ detail, failure }: { detail: RowDetail; failure: Failure }) {
  const { row } = detail;
  const model = useModel();
  const server = useConnection((state) => serverById(state.servers, row.server));
  const client = server?.watched?.client ?? 'its client';
  const values = useRepair((state) => state.values);
  const busy = useRepair((state) => state.busy);
  const names = missingVariables(failure);
  if (!isRepairable(model, server))
    return (
      <p>
        Set {names.join(', ')} where {visibleName(client)} configures the server.
      </p>
    );
  return (
    <form
      className={styles.variables}
      onSubmit={(event) => {
        event.preventDefault();
        void editAndRestart(model, server, detail);
      }}
    >
      {names.map((name) => (
        <VariableField key={name} name={name} value={values[name] ?? ''} busy={busy} />
      ))}
      <div className={styles.kept}>
        <span>
          {names.some(namesSecret)
            ? `Kept for ${visibleName(server.name)} with your secrets, and never shown.`
            : `Saved in the settings of ${visibleName(server.name)}.`}
        </span>
        <Button look="quiet" onClick={() => openFor(model, 'edit', server.id)}>
          All settings…
        </Button>
      </div>
      <ThenSend detail={detail} />
      <button type="submit" hidden />
    </form>
  );
}

function VariableField({ name, value, busy }: { name: string; value: string; busy: boolean }) {
  const model = useModel();
  const [isSeen, setSeen] = useState(!namesSecret(name));
  return (
    <div className={styles.variable}>
      <label className="mono" htmlFor={variableField(name)}>
        {visibleLine(name)}
      </label>
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
      {namesSecret(name) && (
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
  );
}
