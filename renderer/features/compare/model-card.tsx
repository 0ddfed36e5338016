// The same failure, six models: what each client's model receives from every compared tool failure.

import { useState } from 'react';
import { nameOfClient } from '../../../shared/clients/clients.ts';
import type { Comparison } from '../../../shared/features/compare/compared.ts';
import { Button } from '../../components/button.tsx';
import { ForeignName } from '../../components/foreign-text.tsx';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './cards.module.css';

const firstRows = 8;

export function ModelCard({ comparison: { servers, rows } }: { comparison: Comparison }) {
  const [all, setAll] = useState(false);
  const found = rows.flatMap(({ id, name, cells }) =>
    cells.flatMap(({ server, models }) => {
      const of = servers.find((one) => one.id === server)?.name ?? server;
      return models === null ? [] : [{ key: `${id} ${server}`, name, of, models }];
    }),
  );
  const clients = found[0]?.models.clients.map(({ client }) => client) ?? [];
  if (clients.length === 0) return null;
  // Unreported failures come first: they cost the most time.
  const sorted = [...found].sort((one, other) => untold(other.models) - untold(one.models));
  const changes = [...new Set(found.filter(({ models }) => models.sentence !== '').map(({ models }) => models.change))];
  return (
    <details className={styles.card}>
      <summary>
        What each model gets <span>● sees the failure ◐ sees it in part ○ does not see it</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys (WCAG 2.1.1). */}
      <section className={styles.scroll} aria-label="The same failure, by client" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Failure</th>
              {clients.map((client) => (
                <th key={client} scope="col">
                  {nameOfClient(client)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(all ? sorted : sorted.slice(0, firstRows)).map(({ key, name, of, models }) => (
              <tr key={key}>
                <th scope="row">
                  {visibleLine(name)} · <ForeignName text={of} />
                </th>
                {models.clients.map(({ client, told, lost }) => {
                  const words = [
                    told ? 'sees the failure' : 'does not see the failure',
                    ...lost.map((loss) => `${loss} lost`),
                  ].join(', ');
                  return (
                    <td key={client} className={told && lost.length === 0 ? styles.full : undefined} title={words}>
                      <span aria-hidden="true">{told ? (lost.length === 0 ? '●' : '◐') : '○'}</span>
                      <span className="visually-hidden">{words}</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {sorted.length > firstRows && (
        <Button look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Fewer' : `${sorted.length - firstRows} more`}
        </Button>
      )}
      {changes.map((change) => (
        <p key={change} className={styles.quiet}>
          {change}
        </p>
      ))}
    </details>
  );
}

const untold = ({ clients }: { clients: { told: boolean; lost: unknown[] }[] }): number =>
  clients.reduce((sum, { told, lost }) => sum + (told ? 0 : 100) + lost.length, 0);
