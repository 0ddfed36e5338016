// The place Compare: what a client has to handle, as cards, then the matrix of the servers that answered. Updates itself while a probe
// runs; the probe's panel is at the right.

import { useEffect, useState } from 'react';
import { clientNeeds } from '../../../shared/features/compare/client-needs.ts';
import type { ComparedCell, ComparedServer, Comparison } from '../../../shared/features/compare/compared.ts';
import { shortServerName } from '../../../shared/server-text/server-name.ts';
import { Button } from '../../components/button.tsx';
import { ForeignLine } from '../../components/foreign-text.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { useConnection } from '../../model/connection.ts';
import { useModel } from '../../model/model.ts';
import { countInWords } from '../../text/format.ts';
import { shownName } from '../../text/visible-text.ts';
import { BaselineCard, MemberCard, TallyCard } from './cards.tsx';
import styles from './compare-place.module.css';
import { chooseSource, compareOf, compareSource, loadComparison, probeSamples, useCompare } from './compare-state.ts';
import { Matrix } from './matrix.tsx';
import { ModelCard } from './model-card.tsx';
import { Needs } from './needs.tsx';
import { ProbePanel } from './probe-panel.tsx';
import { probePanelOf, useProbePanel, useProbes } from './probes.ts';
import { Progress } from './progress.tsx';
import { RowRule } from './row-rule.tsx';
import { ShapeDiffDialog } from './shape-diff.tsx';

export function ComparePlace() {
  const model = useModel();
  const chosen = useCompare((state) => state.chosen);
  const comparison = useCompare((state) => state.comparison);
  const problem = useCompare((state) => state.problem);
  const probes = useProbes((state) => state.probes);
  const isPanelOpen = useProbePanel((state) => state.isOpen);
  const failures = useConnection((state) => state.counters.failedRows);
  const recording = useConnection((state) => state.recording?.id);
  const source = compareSource(model, chosen);
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
    <div className={isPanelOpen ? `${styles.place} ${styles.withPanel}` : styles.place}>
      <main className={styles.main} id="compare">
        <div className={styles.page}>
          {problem !== '' && <p className={styles.problem}>{problem}</p>}
          {running && probe && !isPanelOpen && <Progress probe={probe} />}
          {comparison && comparison.rows.length > 0 ? (
            <Findings comparison={comparison} running={running} />
          ) : (
            !running && <Nothing probed={source.kind === 'probe'} />
          )}
        </div>
      </main>
      {isPanelOpen && <ProbePanel />}
      <ShapeDiffDialog />
    </div>
  );
}

function Findings({ comparison, running }: { comparison: Comparison; running: boolean }) {
  const model = useModel();
  const chosen = useCompare((state) => state.chosen);
  const held = useCompare((state) => state.held);
  const [showsAll, showAll] = useState(false);
  const source = compareSource(model, chosen);
  const needs = clientNeeds(comparison);
  const answered = comparison.servers.filter((server) => hasAnswered(comparison, server));
  const shown = showsAll || answered.length === 0 ? comparison.servers : answered;
  const hidden = comparison.servers.filter((server) => !answered.includes(server));
  return (
    <>
      <header className={styles.head}>
        <div>
          <h2>{headline(needs.length, answered.length)}</h2>
          <p>
            {answered.length === 1
              ? 'One server has failures. Probe another one to see where they differ.'
              : `${countInWords(answered.length, 'server')} with failures.`}{' '}
            {hidden.length > 0 && (
              <>
                {!showsAll && hiddenWords(hidden)}{' '}
                <Button look="quiet" className={styles.link} onClick={() => showAll(!showsAll)}>
                  {showsAll ? 'Hide servers without failures' : 'Show'}
                </Button>
              </>
            )}
          </p>
        </div>
        <SourceSwitch />
      </header>
      <Needs needs={needs} />
      {held && (
        <p className={styles.held} role="status">
          Holding <ForeignLine text={held.words} />. Choose another failure to compare it with.
          <Button look="quiet" onClick={() => compareOf(model).setState({ held: null })}>
            Let go
          </Button>
        </p>
      )}
      <Matrix comparison={comparison} servers={shown} running={running} Rule={RowRule} />
      <div className={styles.more}>
        <ModelCard comparison={comparison} />
        <MemberCard comparison={comparison} />
        <TallyCard comparison={comparison} />
        {source.kind === 'probe' && <BaselineCard comparison={comparison} probe={source.probe} />}
      </div>
    </>
  );
}

const hasAnswered = ({ rows, servers }: Comparison, server: ComparedServer): boolean => {
  const at = servers.indexOf(server);
  return rows.some(({ cells }) => cells[at]?.state === 'failed' && isAnswer(cells[at]));
};

/** A program that ended, and an address without a status, gave none. */
const isAnswer = ({ carrier, where }: ComparedCell): boolean =>
  carrier !== 'process' && !(carrier === 'http' && where === 'HTTP');

function headline(needs: number, servers: number): string {
  if (servers < 2) return 'Comparing needs failures of two servers';
  if (needs === 0) return 'These servers do not contradict each other';
  return `${countInWords(needs, 'thing')} your client must handle`;
}

function hiddenWords(hidden: readonly ComparedServer[]): string {
  const names = (servers: readonly ComparedServer[]) =>
    servers.map(({ name }) => shownName(shortServerName(name))).join(', ');
  const away = hidden.filter(({ problem, revision }) => problem !== '' || revision === null);
  const fine = hidden.filter((server) => !away.includes(server));
  const parts = [
    away.length > 0 ? `${names(away)} (never connected)` : '',
    fine.length > 0 ? `${names(fine)} (no failures)` : '',
  ];
  return `Hidden: ${parts.filter(Boolean).join('; ')}.`;
}

function SourceSwitch() {
  const model = useModel();
  const chosen = useCompare((state) => state.chosen);
  const newest = useProbes((state) => state.probes.at(-1));
  const source = compareSource(model, chosen);
  if (!newest) return null;
  return (
    <Segmented
      label="Compare"
      value={source.kind}
      segments={[
        { value: 'traffic', label: 'Recorded' },
        { value: 'probe', label: 'Probe run' },
      ]}
      onChange={(kind) =>
        chooseSource(model, kind === 'probe' ? { kind, probe: newest.id } : { kind: 'traffic', servers: [] })
      }
    />
  );
}

function Nothing({ probed }: { probed: boolean }) {
  const model = useModel();
  const messages = useConnection((state) => state.counters.messages);
  const servers = useConnection((state) => state.servers.length);
  return (
    <div className={styles.nothing}>
      <h2>
        {probed || messages === 0 ? 'Nothing to compare yet' : `No failures in ${countInWords(messages, 'message')}`}
      </h2>
      <p>Send the same harmless mistakes to each server, and see how their errors differ.</p>
      <div>
        {servers > 0 && (
          <Button look="primary" onClick={() => probePanelOf(model).setState({ isOpen: true })}>
            Choose servers to probe
          </Button>
        )}
        <Button look={servers > 0 ? 'plain' : 'primary'} onClick={() => probeSamples(model)}>
          Compare the five samples
        </Button>
      </div>
      <p className={styles.words}>Tools are called only with arguments that their own schemas forbid.</p>
    </div>
  );
}
