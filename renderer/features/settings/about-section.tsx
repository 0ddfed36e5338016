// Name, version, license and runtime versions, to copy into an issue.

import { Copy } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { useConnection } from '../../model/connection.ts';
import { useModel } from '../../model/model.ts';
import { copyExactly } from '../../model/notices.ts';
import styles from './settings-place.module.css';

export function AboutSection() {
  const model = useModel();
  const hello = useConnection((state) => state.hello);
  if (!hello) return null;
  const { node, electron, sqlite, system } = hello.runtime;
  const facts: [string, string | null][] = [
    ['Misfire', hello.version],
    ['License', 'MIT'],
    ['Node.js', node],
    ['Electron', electron],
    ['SQLite', sqlite],
    ['Browser', browserName(navigator.userAgent)],
    ['System', system],
  ];
  const shown = facts.filter((fact): fact is [string, string] => fact[1] !== null);
  const text = shown.map(([name, value]) => `${name} ${value}`).join('\n');
  return (
    <div className={styles.row}>
      <dl className={styles.facts}>
        {shown.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button onClick={() => void copyExactly(model, text, 'Versions')}>
        <Copy size={14} aria-hidden="true" /> Copy versions
      </Button>
    </div>
  );
}

function browserName(agent: string): string | null {
  const [, name, version] = /(Firefox|Edg|Chrome|Version)\/([\d.]+)/.exec(agent) ?? [];
  if (name === undefined || version === undefined) return null;
  return `${{ Edg: 'Edge', Version: 'Safari' }[name] ?? (name === 'Chrome' ? 'Chromium' : name)} ${version}`;
}
