// Exactly what a check starts or opens, before a person says so: for a server that nobody has tried yet.

import { useEffect, useState } from 'react';
import type { ServerConfig } from '../../shared/server-config.ts';
import { visibleLine } from '../components/visible-text.ts';
import { usePlatform } from '../platform/context.ts';
import styles from './doctor.module.css';

export function WhatIsReached({ server }: { server: string }) {
  const platform = usePlatform();
  const [config, setConfig] = useState<ServerConfig | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let left = false;
    void platform.call('serverConfig', { server }).then((answer) => {
      if (left) return;
      if (answer.ok) setConfig(answer.value.config);
      else setProblem(answer.error.message);
    });
    return () => {
      left = true;
    };
  }, [platform, server]);
  if (problem) return <p className={styles.problem}>{problem}</p>;
  if (!config) return <p className={styles.quiet}>Looking up how it is reached…</p>;
  const { transport } = config;
  const variables = 'env' in transport ? Object.entries(transport.env) : [];
  const headers = 'headers' in transport ? Object.entries(transport.headers) : [];
  return (
    <section className={styles.reached}>
      <h3>{'command' in transport ? 'The check starts this, without a shell' : 'The check opens this address'}</h3>
      {'command' in transport ? (
        <p className="mono">
          {[transport.command, ...transport.args].map((word, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: words of a command line may repeat; their place is what they are.
            <span key={index} className={styles.word}>
              {visibleLine(word) || '(empty)'}
            </span>
          ))}
        </p>
      ) : (
        <p className="mono">{visibleLine(transport.url)}</p>
      )}
      {[...variables, ...headers].map(([name, value]) => (
        <p key={name} className={`mono ${styles.pair}`}>
          {visibleLine(name)}={visibleLine(value) || '(secret or empty)'}
        </p>
      ))}
      {'cwd' in transport && transport.cwd && <p className={styles.quiet}>in {visibleLine(transport.cwd)}</p>}
    </section>
  );
}
