// Below the matrix, folded: what a client author gets, the fields of the errors, and the saved contracts.

import { useState } from 'react';
import { type Comparison, criteria } from '../../../shared/features/compare/compared.ts';
import { clearWords, criterionWords } from '../../../shared/features/compare/count-criteria.ts';
import type { BaselineReport } from '../../../shared/features/compare/error-contract.ts';
import { Button } from '../../components/button.tsx';
import { ForeignName } from '../../components/foreign-text.tsx';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { countInWords } from '../../text/format.ts';
import { shownName, visibleLine } from '../../text/visible-text.ts';
import styles from './cards.module.css';

const firstMembers = 14;

interface CardProps {
  comparison: Comparison;
  /** In a report. */
  isOpen?: boolean;
}

export function TallyCard({ comparison: { servers }, isOpen = false }: CardProps) {
  return (
    <details className={styles.card} open={isOpen}>
      <summary>What a client author gets</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys (WCAG 2.1.1). */}
      <section className={styles.scroll} aria-label="What a client author gets, by server" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Server</th>
              {criteria.map((criterion) => (
                <th key={criterion} scope="col" title={criterionWords[criterion].long}>
                  {criterionWords[criterion].short}
                </th>
              ))}
              <th scope="col" title={clearWords}>
                Clear
              </th>
              <th scope="col" title="Kept of what the specification asks, where it asks for something">
                Spec
              </th>
            </tr>
          </thead>
          <tbody>
            {servers.map((server) => (
              <tr key={server.id}>
                <th scope="row">
                  <ForeignName text={server.name} />
                </th>
                {server.tally.map(({ criterion, met, of }) => (
                  <td key={criterion} className={met === of ? styles.full : undefined}>
                    {of === 0 ? '–' : `${met}/${of}`}
                  </td>
                ))}
                <td>{server.clearOf === 0 ? '–' : `${server.clear}/${server.clearOf}`}</td>
                <td>{server.kept + server.broken === 0 ? '–' : `${server.kept}/${server.kept + server.broken}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

const uses = { always: '●', sometimes: '◐', never: '·' };

export function MemberCard({ comparison: { servers, members, moreMembers }, isOpen = false }: CardProps) {
  const [all, setAll] = useState(false);
  const shown = all ? members : members.slice(0, firstMembers);
  return (
    <details className={styles.card} open={isOpen}>
      <summary>
        Fields of the errors <span>● always ◐ sometimes · never</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys (WCAG 2.1.1). */}
      <section className={styles.scroll} aria-label="Fields of the errors, by server" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              {servers.map((server) => (
                <th key={server.id} scope="col">
                  <ForeignName text={server.name} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ path, use }) => (
              <tr key={path}>
                <th scope="row" className="mono">
                  {visibleLine(path)}
                </th>
                {use.map((one, at) => (
                  <td key={servers[at]?.id ?? at} className={one === 'always' ? styles.full : undefined}>
                    <span aria-hidden="true">{uses[one]}</span>
                    <span className="visually-hidden">{one}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {members.length > firstMembers && (
        <Button look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Fewer' : `${members.length - firstMembers} more`}
        </Button>
      )}
      {all && moreMembers > 0 && <p className={styles.quiet}>{countInWords(moreMembers, 'rare field')} not listed.</p>}
    </details>
  );
}

/** Whether the error contract changed since it was saved. */
export function BaselineCard({ comparison: { servers }, probe }: { comparison: Comparison; probe: string }) {
  const model = useModel();
  const [reports, setReports] = useState<Record<string, BaselineReport>>({});
  const save = async (server: string) => {
    const answer = await model.platform.call('saveBaseline', { probe, server });
    say(model, answer.ok ? answer.value.words : answer.error.message, answer.ok ? 'plain' : 'bad');
  };
  const check = async (server: string) => {
    const answer = await model.platform.call('compareBaseline', { probe, server });
    if (answer.ok) setReports((before) => ({ ...before, [server]: answer.value }));
    else say(model, answer.error.message, 'bad');
  };
  return (
    <details className={styles.card}>
      <summary>Error contracts</summary>
      <p className={styles.quiet}>
        Save what a server does today, and see after a change whether clients would notice.
      </p>
      <ul className={styles.contracts}>
        {servers.map((server) => {
          const report = reports[server.id];
          return (
            <li key={server.id}>
              <ForeignName text={server.name} className={styles.who} />
              <Button
                look="quiet"
                aria-label={`Save the contract of ${shownName(server.name)}`}
                onClick={() => save(server.id)}
              >
                Save
              </Button>
              <Button
                look="quiet"
                aria-label={`Compare ${shownName(server.name)} with its saved contract`}
                onClick={() => check(server.id)}
              >
                Compare
              </Button>
              {report && (
                <div className={styles.report}>
                  <p>{visibleLine(report.words)}</p>
                  {report.changes.map((change) => (
                    <p key={change.provocation} className={styles.changed}>
                      {visibleLine(`${change.provocation}: ${change.words}.`)}
                    </p>
                  ))}
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
