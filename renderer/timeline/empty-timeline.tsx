// Why the list is empty, and what to do about it: a filter, servers still connecting, or silence.

import { Button } from '../components/button.tsx';
import { count } from '../components/format.ts';
import { usePlatform } from '../platform/context.ts';
import { useConnection } from '../state/connection.ts';
import { openCall } from '../state/dialogs.ts';
import { failuresFilter, openFilter } from '../state/filter.ts';
import { useTimeline } from '../state/timeline.ts';
import styles from './empty-timeline.module.css';

export function EmptyTimeline() {
  const platform = usePlatform();
  const filter = useTimeline((state) => state.filter);
  const counters = useConnection((state) => state.counters);
  const servers = useConnection((state) => state.servers);
  const showAll = <Button onClick={() => openFilter(platform, '')}>Show everything</Button>;

  if (filter.trim() === failuresFilter && counters.failures === 0) {
    return (
      <Empty
        title={`No failures in ${count(counters.messages, 'message')}`}
        text="When a call fails, it appears here with its reason."
      >
        {showAll}
      </Empty>
    );
  }
  if (filter !== '') {
    return (
      <Empty title="The filter hides everything" text={`${count(counters.rows, 'row')} hidden by ${filter}`}>
        {showAll}
      </Empty>
    );
  }
  if (servers.some((server) => server.state === 'connecting')) {
    return <Empty title="Connecting" text="The first messages appear here as they cross the wire." />;
  }
  const broken = servers.find((server) => server.state === 'failed');
  if (broken) return <Empty title={`Could not connect to ${broken.name}`} text={broken.reason} />;
  return (
    <Empty title="Nothing yet" text="Every message of the connected servers appears here.">
      <Button onClick={() => openCall()}>Call a tool…</Button>
    </Empty>
  );
}

function Empty({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}
