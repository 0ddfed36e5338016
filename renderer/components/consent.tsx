// Exactly what Misfire will run or open for a server, word by word, before it does. Each secret value is hidden until revealed.

import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { ServerConfig } from '../../shared/server/server-config.ts';
import { shownName, visibleLine } from '../text/visible-text.ts';
import { Caption } from './caption.tsx';
import styles from './consent.module.css';

export function Consent({ config, title }: { config: ServerConfig; title?: string }) {
  const { transport } = config;
  const secrets = new Set(config.secrets ?? []);
  const runs = 'command' in transport;
  const heading = title ?? (runs ? 'What Misfire will run, without a shell' : 'What Misfire will open');
  return (
    <section className={styles.box} aria-label={`${heading}: ${shownName(config.name)}`}>
      <Caption>{heading}</Caption>
      <dl>
        {runs && (
          <>
            <dt>Program</dt>
            <dd className="mono">
              <Word text={transport.command} />
            </dd>
            {transport.args.length > 0 && (
              <>
                <dt>Arguments</dt>
                <dd className="mono">
                  {transport.args.map((word, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: words of a command line may repeat, so their index identifies them.
                    <Word key={index} text={word} />
                  ))}
                </dd>
              </>
            )}
            {transport.cwd && (
              <>
                <dt>Folder</dt>
                <dd className="mono">{shownName(transport.cwd)}</dd>
              </>
            )}
            <Pairs label="Environment" pairs={transport.env} secret={(name) => secrets.has(`env:${name}`)} />
          </>
        )}
        {!runs && (
          <>
            <dt>Address</dt>
            <dd className="mono">{shownName(transport.url)}</dd>
          </>
        )}
        {'headers' in transport && (
          <Pairs label="Headers" pairs={transport.headers} secret={(name) => secrets.has(`header:${name}`)} />
        )}
      </dl>
      {runs && Object.keys(transport.env).length > 0 && (
        <p className={styles.note}>The program also gets the environment that Misfire itself was started with.</p>
      )}
    </section>
  );
}

function Word({ text }: { text: string }) {
  return text === '' ? (
    <span className={`${styles.word} ${styles.empty}`}>empty</span>
  ) : (
    <span className={styles.word}>{shownName(text)}</span>
  );
}

function Pairs({
  label,
  pairs,
  secret,
}: {
  label: string;
  pairs: Record<string, string>;
  secret: (name: string) => boolean;
}) {
  const names = Object.keys(pairs);
  if (names.length === 0) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {names.map((name) => (
          <div key={name} className={styles.pair}>
            <span className="mono">{visibleLine(name)}</span>
            {secret(name) ? (
              <Hidden name={name} value={pairs[name] ?? ''} />
            ) : (
              <span className={`mono ${styles.value}`}>{visibleLine(pairs[name] ?? '') || '(empty)'}</span>
            )}
          </div>
        ))}
      </dd>
    </>
  );
}

function Hidden({ name, value }: { name: string; value: string }) {
  const [shown, setShown] = useState(false);
  if (value === '') return <span className={styles.kept}>kept, not shown</span>;
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className={styles.value}>
      {shown ? <span className="mono">{visibleLine(value)} </span> : <span className={styles.kept}>hidden </span>}
      <button
        type="button"
        className={styles.reveal}
        aria-label={`${shown ? 'Hide' : 'Show'} the value of ${name}`}
        onClick={() => setShown(!shown)}
      >
        <Icon size={12} aria-hidden="true" /> {shown ? 'Hide' : 'Show'}
      </button>
    </span>
  );
}
