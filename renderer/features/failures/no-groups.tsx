// The empty states of Failures: loading, no traffic, no failures, none in this tab.

import { type GroupTab, groupTabs } from '../../../shared/api/views.ts';
import { Button } from '../../components/button.tsx';
import { useConnection } from '../../model/connection.ts';
import { useModel } from '../../model/model.ts';
import { showPage } from '../../model/open-place.ts';
import { countInWords } from '../../text/format.ts';
import { tabNames } from './failures-head.tsx';
import styles from './failures-place.module.css';
import { clearNarrowing, reloadGroups, setFailuresTab, useFailures } from './failures-state.ts';

export function NoGroups() {
  const model = useModel();
  const loaded = useFailures((state) => state.loaded);
  const problem = useFailures((state) => state.problem);
  const isNarrowed = useFailures((state) => state.search !== '' || Object.keys(state.having).length > 0);
  const messages = useConnection((state) => state.counters.messages);
  const connecting = useConnection((state) => state.servers.some((server) => server.state === 'connecting'));
  if (!loaded)
    return (
      <div className={styles.empty} aria-busy="true">
        <p>Loading failures…</p>
      </div>
    );
  if (problem)
    return (
      <div className={styles.empty} role="alert">
        <h3>Could not load the failures</h3>
        <p>{problem}</p>
        <Button onClick={() => reloadGroups(model)}>Try again</Button>
      </div>
    );
  if (isNarrowed) return <NoHits />;
  if (messages === 0)
    return (
      <div className={styles.empty}>
        <h3>{connecting ? 'Connecting' : 'Nothing recorded yet'}</h3>
        <p>Failures are listed here, one row for each cause.</p>
        <Button onClick={() => showPage(model, 'timeline')}>Go to Timeline</Button>
      </div>
    );
  return <EmptyTab messages={messages} />;
}

function EmptyTab({ messages }: { messages: number }) {
  const model = useModel();
  const tab = useFailures((state) => state.tab);
  const all = useFailures((state) => state.tabs.all);
  const words: Record<GroupTab, [head: string, about: string]> = {
    unresolved: [
      all === 0
        ? `No failures in ${countInWords(messages, 'message')}`
        : `No unresolved failures in ${countInWords(messages, 'message')}`,
      'A call that fails appears here.',
    ],
    expected: ['No expected failures', 'Press x on a failure that may happen. It moves here and stays quiet.'],
    resolved: [
      'No resolved failures',
      'Press v on a failure that is fixed. If it fails again, it returns as regressed.',
    ],
    all: [`No failures in ${countInWords(messages, 'message')}`, 'A call that fails appears here.'],
  };
  const [head, about] = words[tab];
  return (
    <div className={styles.empty}>
      <h3>{head}</h3>
      <p>{about}</p>
      <Button onClick={() => showPage(model, 'timeline')}>Go to Timeline</Button>
    </div>
  );
}

/** Names the tab that has some. */
function NoHits() {
  const model = useModel();
  const tabs = useFailures((state) => state.tabs);
  const tab = useFailures((state) => state.tab);
  const elsewhere = groupTabs.filter((name) => name !== 'all' && name !== tab && tabs[name] > 0);
  return (
    <div className={styles.empty}>
      <h3>No {tab === 'all' ? '' : `${tabNames[tab].toLowerCase()} `}failures match</h3>
      {elsewhere.length > 0 && <p>{elsewhere.map((name) => `${tabs[name]} in ${tabNames[name]}`).join(', ')}.</p>}
      <div>
        {elsewhere.map((name) => (
          <Button key={name} onClick={() => setFailuresTab(model, name)}>
            Show {tabNames[name]}
          </Button>
        ))}
        <Button onClick={() => clearNarrowing(model)}>Clear search</Button>
      </div>
    </div>
  );
}
