// The place Compare: servers at the side, the matrix and its conclusions in the middle. Updates itself while a probe runs.

import { useEffect } from 'react';
import { clearWords } from '../../../shared/features/compare/count-criteria.ts';
import { Button } from '../../components/button.tsx';
import { ForeignLine, ForeignName } from '../../components/foreign-text.tsx';
import { ServerMark } from '../../components/server-mark.tsx';
import { colourOf, useConnection } from '../../model/connection.ts';
import { useModel } from '../../model/model.ts';
import { probePanelOf, useProbes } from '../../model/probes.ts';
import { count } from '../../text/format.ts';
import { BaselineCard, ClashCard, MemberCard, TallyCard } from './cards.tsx';
import { numberWord } from './cell-look.ts';
import styles from './compare-place.module.css';
import { chooseSource, compareOf, loadComparison, probeSamples, sourceOf, useCompare } from './compare-state.ts';
import { Matrix } from './matrix.tsx';
import { ModelCard } from './model-card.tsx';
import { Progress } from './progress.tsx';
import { RuleCard } from './rule-card.tsx';
import { ShapeDiffDialog } from './shape-diff.tsx';

export function ComparePlace() {
  const model = useModel();
  const chosen = useCompare((state) => state.chosen);
  const comparison = useCompare((state) => state.comparison);
  const problem = useCompare((state) => state.problem);
  const probes = useProbes((state) => state.probes);
  const failures = useConnection((state) => state.counters.failedRows);
  const recording = useConnection((state) => state.recording?.id);
  const source = sourceOf(model, chosen);
  const probe = source.kind === 'probe' ? probes.find(({ id }) => id === source.probe) : undefined;
  const running = probe?.state === 'running';
  // While a probe runs, every eighth response triggers an update; recorded traffic is compared again after another failure.
  const news =
    source.kind === 'probe'
      ? `${source.probe} ${Math.floor((probe?.done ?? 0) / 8)} ${probe?.state}`
      : `traffic ${recording} ${failures}`;
  const wanted = JSON.stringify(source);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the result may change with `news` and `wanted`.
  useEffect(() => {
    const timer = setTimeout(() => void loadComparison(model), source.kind === 'probe' ? 60 : 300);
    return () => clearTimeout(timer);
  }, [model, news, wanted]);

  return (
    <>
      <CompareSide />
      <main className={styles.main} id="compare">
        <div className={styles.page}>
          {problem !== '' && <p className={styles.problem}>{problem}</p>}
          {running && probe && <Progress probe={probe} />}
          {comparison && comparison.rows.length > 0 ? (
            <Findings running={running} />
          ) : (
            !running && <Nothing probed={source.kind === 'probe'} />
          )}
        </div>
      </main>
      <ShapeDiffDialog />
    </>
  );
}

function Findings({ running }: { running: boolean }) {
  const model = useModel();
  const comparison = useCompare((state) => state.comparison);
  const chosen = useCompare((state) => state.chosen);
  const held = useCompare((state) => state.held);
  if (!comparison) return null;
  const source = sourceOf(model, chosen);
  const { servers } = comparison;
  const alone = servers.length === 1;
  return (
    <>
      <header className={styles.head}>
        <div>
          <h2>{alone ? 'The mistakes of one server' : `The same mistake, ${numberWord(servers.length)} answers`}</h2>
          <p>
            {comparison.source === 'probe'
              ? 'Each row is one provocation sent to every server. Cells show which field has the failure, its name, and whether a client may retry.'
              : 'From the failures that were recorded. Cells show which field has the failure, its name, and whether a client may retry.'}
          </p>
          <p className={styles.words}>{comparison.words}</p>
          {alone && <p className={styles.words}>Add a second server to see where they agree and clash.</p>}
        </div>
        <SourceSwitch />
      </header>
      {held && (
        <p className={styles.held} role="status">
          Holding <ForeignLine text={held.words} />. Choose another failure to compare it with.
          <Button look="quiet" onClick={() => compareOf(model).setState({ held: null })}>
            Let go
          </Button>
        </p>
      )}
      <Matrix comparison={comparison} />
      <div className={styles.cards}>
        <RuleCard comparison={comparison} running={running} />
        <ClashCard comparison={comparison} />
        <ModelCard comparison={comparison} />
        <MemberCard comparison={comparison} />
        <div className={styles.stack}>
          <TallyCard comparison={comparison} />
          {source.kind === 'probe' && <BaselineCard comparison={comparison} probe={source.probe} />}
        </div>
      </div>
    </>
  );
}

function SourceSwitch() {
  const model = useModel();
  const chosen = useCompare((state) => state.chosen);
  const probes = useProbes((state) => state.probes);
  const source = sourceOf(model, chosen);
  const newest = probes.at(-1);
  if (!newest) return null;
  return (
    <fieldset className={styles.switch}>
      <legend className="visually-hidden">Compare from</legend>
      <button
        type="button"
        aria-pressed={source.kind === 'probe'}
        onClick={() => chooseSource(model, { kind: 'probe', probe: newest.id })}
      >
        Probe run
      </button>
      <button
        type="button"
        aria-pressed={source.kind === 'traffic'}
        onClick={() => chooseSource(model, { kind: 'traffic', servers: [] })}
      >
        Recorded traffic
      </button>
    </fieldset>
  );
}

function Nothing({ probed }: { probed: boolean }) {
  const model = useModel();
  const messages = useConnection((state) => state.counters.messages);
  const servers = useConnection((state) => state.servers.length);
  return (
    <div className={styles.nothing}>
      <h2>{probed || messages === 0 ? 'Nothing to compare yet' : `No failures in ${count(messages, 'message')}`}</h2>
      <p>
        Make the same harmless mistakes on every server and see who says what: which code, where it travels, and whether
        a client may try again.
      </p>
      <div className={styles.ways}>
        {servers > 0 && (
          <Button look="primary" onClick={() => probePanelOf(model).setState({ isOpen: true })}>
            Choose servers to probe
          </Button>
        )}
        <Button look={servers > 0 ? 'plain' : 'primary'} onClick={() => probeSamples(model)}>
          Compare the five samples
        </Button>
      </div>
      <p className={styles.words}>
        Nothing is sent before you agree. Tools are called only with arguments that their own schemas forbid, or as you
        saved it.
      </p>
    </div>
  );
}

function CompareSide() {
  const model = useModel();
  const chosen = useCompare((state) => state.chosen);
  const comparison = useCompare((state) => state.comparison);
  const live = useConnection((state) => state.servers);
  const past = useConnection((state) => state.past);
  const source = sourceOf(model, chosen);
  const traffic = source.kind === 'traffic';
  const compared = (id: string) => comparison?.servers.some((server) => server.id === id) ?? false;
  // Probes reach the live servers; recorded traffic has the servers of its recording.
  const listed = traffic ? (past ?? live) : live.filter(({ id }) => compared(id));
  // Servers that were chosen in another recording choose none here.
  const isNarrowed = traffic && listed.some(({ id }) => source.servers.includes(id));
  const included = (id: string) => !isNarrowed || source.servers.includes(id);
  const toggle = (id: string) => {
    const now = listed.filter((server) => included(server.id)).map((server) => server.id);
    const next = now.includes(id) ? now.filter((it) => it !== id) : [...now, id];
    if (next.length > 0) chooseSource(model, { kind: 'traffic', servers: next });
  };
  return (
    <aside className={styles.side} aria-label="Comparing">
      <h2>Comparing</h2>
      {listed.map((server) => {
        const figures = comparison?.servers.find(({ id }) => id === server.id);
        const second = figures
          ? figures.problem || (figures.clearOf > 0 ? `${figures.clear} of ${figures.clearOf} clear` : 'no failures')
          : 'left out';
        const inside = (
          <>
            <ServerMark colour={colourOf(live, server.id, past)} />
            <ForeignName text={server.name} className={styles.name} />
            <small>{second}</small>
          </>
        );
        return traffic ? (
          <label key={server.id} className={styles.server}>
            {inside}
            <input type="checkbox" checked={included(server.id)} onChange={() => toggle(server.id)} />
          </label>
        ) : (
          <div key={server.id} className={styles.server}>
            {inside}
          </div>
        );
      })}
      {listed.length === 0 && <p className={styles.words}>No servers yet.</p>}
      {comparison?.servers.some(({ clearOf }) => clearOf > 0) && <p className={styles.words}>{clearWords}</p>}
    </aside>
  );
}
