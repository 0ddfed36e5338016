// The report of a recording: summary and problems at the side, the timeline in the middle, the card next to it.

import { useEffect, useMemo } from 'react';
import { useConnection } from '../model/connection.ts';
import { openFilter } from '../model/filter.ts';
import { useModel } from '../model/model.ts';
import { selectRow } from '../model/selection.ts';
import { useTimeline } from '../model/timeline.ts';
import { FilterBox } from '../shell/filter-box.tsx';
import { FilterLine } from '../shell/filter-chips.tsx';
import { EmptyTimeline } from '../timeline/empty-timeline.tsx';
import { OverviewStrip } from '../timeline/overview/overview-strip.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { CardInReport } from './card.tsx';
import { Frame } from './frame.tsx';
import { GroupFace } from './group-face.tsx';
import { gatherGroups } from './groups.ts';
import { MaskedList } from './masked-list.tsx';
import { PaperRecording } from './paper-recording.tsx';
import styles from './report.module.css';
import type { RecordingData } from './report-data.ts';
import { keyHelp, listenInReport } from './report-keys.ts';
import { Summary } from './summary.tsx';

export function RecordingReport({ data }: { data: RecordingData }) {
  const model = useModel();
  const isEmpty = useTimeline((state) => state.loaded && state.total === 0);
  useEffect(() => listenInReport(model), [model]);
  return (
    <Frame title={data.recording.title} tools={<FilterBox />} paper={() => <PaperRecording data={data} />}>
      <div className={styles.places}>
        <nav className={styles.side} aria-label="Summary and failures">
          <Summary data={data} />
          <Groups data={data} />
          <MaskedList masked={data.masked} />
        </nav>
        <main className={styles.center} aria-label="Timeline and filter">
          <FilterLine />
          <OverviewStrip />
          <Timeline />
          {isEmpty && data.rows.length > 0 && <EmptyTimeline />}
          {data.rows.length === 0 && <p className={styles.nothing}>Nothing was recorded.</p>}
        </main>
        <CardInReport />
      </div>
      <footer className={styles.foot}>
        {keyHelp.map(([keys, does]) => (
          <span key={keys}>
            {keys.split(' ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}{' '}
            {does}
          </span>
        ))}
        <span className={styles.made}>
          Written by Misfire {data.recording.version}. Nothing is loaded and nothing is sent.
        </span>
      </footer>
    </Frame>
  );
}

function Groups({ data: { rows, recording } }: { data: RecordingData }) {
  const model = useModel();
  const groups = useMemo(() => gatherGroups(rows, recording.marks), [rows, recording]);
  const servers = useConnection((state) => state.servers);
  const filter = useTimeline((state) => state.filter);
  if (groups.length === 0) return null;
  const open = async (id: string, newest: number) => {
    const isShown = filter === `group:${id}`;
    await openFilter(model, isShown ? '' : `group:${id}`);
    if (!isShown) await selectRow(model, newest);
  };
  return (
    <section className={styles.block} aria-labelledby="groups-title">
      <h2 id="groups-title">Causes</h2>
      <ul className={styles.groups}>
        {groups.map((group) => {
          const server = servers.find(({ id }) => id === group.server);
          return (
            <li key={group.id}>
              <button
                type="button"
                className={styles.group}
                aria-pressed={filter === `group:${group.id}`}
                onClick={() => void open(group.id, group.newest)}
              >
                <GroupFace group={group} serverName={server?.name ?? ''} colour={server?.colour ?? 0} />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
