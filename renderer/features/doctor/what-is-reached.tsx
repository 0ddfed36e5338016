// Exactly what a check will start or open, before the user confirms: for a server that was never connected.

import { useEffect, useState } from 'react';
import type { ServerConfig } from '../../../shared/server/server-config.ts';
import { Consent } from '../../components/consent.tsx';
import { useModel } from '../../model/model.ts';
import styles from './checks.module.css';

export function WhatIsReached({ server }: { server: string }) {
  const { platform } = useModel();
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
  const title =
    'command' in config.transport ? 'The check starts this, without a shell' : 'The check opens this address';
  return <Consent config={config} title={title} />;
}
