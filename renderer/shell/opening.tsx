// Shown until the first snapshot arrives: nothing, or why it is late and what to do.

import { PlugZap } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { useConnection } from '../model/connection.ts';
import { tryAgain } from '../model/keep-in-step.ts';
import { useModel } from '../model/model.ts';
import styles from './opening.module.css';

export function Opening() {
  const model = useModel();
  const refusal = useConnection((state) => state.refusal);
  if (refusal === '') return <div aria-busy="true" />;
  return (
    <div className={styles.opening} role="alert">
      <PlugZap size={22} aria-hidden="true" />
      <h1>This window could not be opened</h1>
      <p>{refusal}</p>
      <p>What was recorded is safe: it is in Misfire’s data folder.</p>
      <div>
        <Button look="primary" onClick={() => tryAgain(model)}>
          Try again
        </Button>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </div>
    </div>
  );
}
