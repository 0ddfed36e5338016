// Why the list is empty, and what to do: a filter, also one still searching, servers still connecting, or no traffic.

import {
  CircleCheck,
  Filter,
  type LucideIcon,
  MessageSquareDashed,
  Plug,
  RefreshCw,
  Search,
  Unplug,
} from 'lucide-react';
import { describeFilter } from '../../shared/filter/describe.ts';
import { leftOutWords } from '../../shared/filter/left-out.ts';
import { parseFilter } from '../../shared/filter/parse-filter.ts';
import { Button } from '../components/button.tsx';
import { ConnectAll } from '../components/connect-all.tsx';
import { useNoneConnected } from '../model/connect-servers.ts';
import { useConnection } from '../model/connection.ts';
import { openCall } from '../model/dialogs.ts';
import { failuresFilter, openFilter } from '../model/filter.ts';
import { useModel } from '../model/model.ts';
import { useTimeline } from '../model/timeline.ts';
import { countInWords } from '../text/format.ts';
import { visibleLine } from '../text/visible-text.ts';
import styles from './empty-timeline.module.css';

export function EmptyTimeline() {
  const model = useModel();
  const filter = useTimeline((state) => state.filter);
  const growing = useTimeline((state) => state.growing);
  const leftOut = leftOutWords(useTimeline((state) => state.cutBursts));
  const counters = useConnection((state) => state.counters);
  const servers = useConnection((state) => state.servers);
  const isUnconnected = useNoneConnected();
  const showAll = (
    <Button look="primary" onClick={() => openFilter(model, '')}>
      Show everything
    </Button>
  );

  if (filter.trim() === failuresFilter && counters.failedRows === 0 && !counters.reading) {
    return (
      <Empty
        icon={CircleCheck}
        tone="good"
        title={`No failures in ${countInWords(counters.messages, 'message')}`}
        text="When a call fails, it appears here with its reason."
      >
        {showAll}
      </Empty>
    );
  }
  if (growing) {
    return (
      <Empty
        icon={Search}
        title="Nothing found so far"
        text={`None of the newest rows is ${meaning(filter)}. Older ones are still being looked at.`}
      >
        {showAll}
      </Empty>
    );
  }
  if (filter !== '' && !counters.reading) {
    const shorter = withoutLast(filter);
    return (
      <Empty
        icon={Filter}
        title="The filter hides everything"
        text={`${countInWords(counters.rows, 'row')}, none of them ${meaning(filter)}. ${leftOut}`.trimEnd()}
      >
        <code className={`${styles.filter} mono`}>{visibleLine(filter)}</code>
        <div>
          {showAll}
          {shorter !== '' && (
            <Button onClick={() => openFilter(model, shorter)}>
              Only <span className={`${styles.short} mono`}>{visibleLine(shorter)}</span>
            </Button>
          )}
        </div>
      </Empty>
    );
  }
  if (counters.reading) {
    return (
      <Empty icon={RefreshCw} title="Reading this recording again" text="Its rows appear here one after the other." />
    );
  }
  if (servers.some((server) => server.state === 'connecting')) {
    return <Empty icon={Plug} title="Connecting" text="The first messages appear here." />;
  }
  const broken = servers.find((server) => server.state === 'failed');
  if (broken) return <Empty icon={Unplug} title={`Could not connect to ${broken.name}`} text={broken.reason} />;
  if (isUnconnected) {
    return (
      <Empty icon={Unplug} title="Not connected" text="Messages appear here as soon as a server is connected.">
        <ConnectAll />
      </Empty>
    );
  }
  return (
    <Empty icon={MessageSquareDashed} title="Nothing yet" text="Every message of the connected servers appears here.">
      <Button onClick={() => openCall(model)}>Call a tool…</Button>
    </Empty>
  );
}

/** In plain English, as below the box. */
function meaning(filter: string): string {
  const parsed = parseFilter(filter);
  return parsed.ok ? visibleLine(describeFilter(parsed.filter)) : 'passing it';
}

/** Without its last term, which is often the one too many. */
function withoutLast(filter: string): string {
  const rest = filter.trim().replace(/(?:^|\s+)(?:-?[\w]*:?"[^"]*"|\S+)$/, '');
  return parseFilter(rest).ok ? rest.trim() : '';
}

interface EmptyProps {
  icon: LucideIcon;
  tone?: 'good';
  title: string;
  text: string;
  children?: React.ReactNode;
}

function Empty({ icon: Icon, tone, title, text, children }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <span className={`${styles.icon} ${tone === 'good' ? styles.good : ''}`}>
        <Icon size={22} strokeWidth={1.6} aria-hidden="true" />
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}
