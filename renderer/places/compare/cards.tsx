// Below the matrix: clashes as text, what a client author gets, the fields of the errors, and the baselines.

import { useState } from 'react';
import { type Comparison, criteria } from '../../../shared/features/compare/compared.ts';
import { clearWords, criterionWords } from '../../../shared/features/compare/count-criteria.ts';
import type { BaselineReport } from '../../../shared/features/compare/error-contract.ts';
import { Button } from '../../components/button.tsx';
import { ForeignName } from '../../components/foreign-text.tsx';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { count } from '../../text/format.ts';
import { visibleLine, visibleName } from '../../text/visible-text.ts';
import styles from './cards.module.css';

const firstClashes = 5;
const firstMembers = 14;

export function ClashCard({ comparison: { clashes } }: { comparison: Comparison }) {
  const [all, setAll] = useState(false);
  const shown = all ? clashes : clashes.slice(0, firstClashes);
  return (
    <section className={styles.card} aria-labelledby="clash-title">
      <header className={styles.head}>
        <h3 id="clash-title">Clashes</h3>
      </header>
      {clashes.length === 0 && (
        <p className={styles.quiet}>None found: no code, unit or carrier contradicts another.</p>
      )}
      <ul className={styles.clashes}>
        {shown.map((clash) => (
          <li key={`${clash.kind} ${clash.about}`}>
            <ClashWords words={visibleLine(clash.words)} about={visibleLine(clash.about)} />
          </li>
        ))}
      </ul>
      {clashes.length > firstClashes && (
        <Button look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Fewer' : `${clashes.length - firstClashes} more`}
        </Button>
      )}
    </section>
  );
}

/** Its subject is emphasized within its sentence. */
function ClashWords({ words, about }: { words: string; about: string }) {
  const at = words.indexOf(about);
  if (at < 0) return words;
  return (
    <>
      {words.slice(0, at)}
      <b>{about}</b>
      {words.slice(at + about.length)}
    </>
  );
}

export function TallyCard({ comparison: { servers } }: { comparison: Comparison }) {
  return (
    <section className={styles.card} aria-labelledby="tally-title">
      <header className={styles.head}>
        <h3 id="tally-title">What a client author gets</h3>
      </header>
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
    </section>
  );
}

const uses = { always: '●', sometimes: '◐', never: '·' };

export function MemberCard({ comparison: { servers, members, moreMembers } }: { comparison: Comparison }) {
  const [all, setAll] = useState(false);
  const shown = all ? members : members.slice(0, firstMembers);
  return (
    <section className={styles.card} aria-labelledby="member-title">
      <header className={styles.head}>
        <h3 id="member-title">Members of the errors</h3>
        <span className={styles.quiet}>● always ◐ sometimes · never</span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys (WCAG 2.1.1). */}
      <section className={styles.scroll} aria-label="Members of the errors, by server" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Member</th>
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
      {all && moreMembers > 0 && <p className={styles.quiet}>{count(moreMembers, 'rare member')} not listed.</p>}
    </section>
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
    <section className={styles.card} aria-labelledby="baseline-title">
      <header className={styles.head}>
        <h3 id="baseline-title">Error contracts</h3>
      </header>
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
                aria-label={`Save the contract of ${visibleName(server.name)}`}
                onClick={() => save(server.id)}
              >
                Save
              </Button>
              <Button
                look="quiet"
                aria-label={`Compare ${visibleName(server.name)} with its saved contract`}
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
    </section>
  );
}
