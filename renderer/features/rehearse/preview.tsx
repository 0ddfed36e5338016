// What a plan would do: on the last session of the chosen client and server, one lane per tool. Without a session, on the next twenty
// calls of a read-only tool. shared/features/rehearse decides.

import { useMemo } from 'react';
import {
  type PastSession,
  type PlanPreview,
  type PreviewLane,
  previewOf,
} from '../../../shared/features/rehearse/plan-preview.ts';
import type { Plan } from '../../../shared/features/rehearse/rehearsal-plan.ts';
import { Select } from '../../components/select.tsx';
import { useModel } from '../../model/model.ts';
import { clock, countInWords } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './preview.module.css';
import { useRehearsal } from './rehearsal.ts';
import { rehearseOf, useRehearse } from './rehearse-state.ts';

const nextCalls = 20;
/** More lanes make the picture longer than the window. */
const mostLanes = 10;

export function Preview({ plan }: { plan: Plan }) {
  const session = useRehearsal((state) => state.past.session);
  return (
    <section aria-labelledby="preview-title">
      {session ? <OnSession plan={plan} session={session} /> : <OnNextCalls plan={plan} />}
    </section>
  );
}

function OnSession({ plan, session }: { plan: Plan; session: PastSession }) {
  const preview = useMemo(() => previewOf(plan, session), [plan, session]);
  const { lanes, from, to } = preview;
  const shown = lanes.slice(0, mostLanes);
  const untouched = lanes.filter(({ injected }) => injected === 0).length;
  return (
    <>
      <h3 id="preview-title">
        Preview <small className={styles.beside}>on {countInWords(preview.calls, 'recorded call')}</small>
      </h3>
      <WhoseSession session={session} />
      <div className={styles.preview}>
        <ul className={styles.lanes}>
          {shown.map((lane) => (
            <Lane
              key={lane.tool}
              lane={lane}
              placeOf={(at) => (to === from ? 50 : ((at - from) / (to - from)) * 100)}
            />
          ))}
        </ul>
        <p className={`mono ${styles.times}`} aria-hidden="true">
          <span>{clock(from).time}</span>
          <span>{clock(to).time}</span>
        </p>
        <Legend {...preview}>
          {[
            lanes.length > mostLanes ? `${lanes.length - mostLanes} more tools` : '',
            preview.afterEnd > 0 ? `${countInWords(preview.afterEnd, 'call')} after the end of the plan` : '',
            untouched > 0 ? `${countInWords(untouched, 'tool')} not touched` : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </Legend>
      </div>
    </>
  );
}

/** Which session is drawn. Any of them until one is chosen: then the newest. */
function WhoseSession({ session }: { session: PastSession | null }) {
  const model = useModel();
  const scope = useRehearse((state) => state.scope);
  const pairs = useRehearsal((state) => state.past.pairs);
  if (pairs.length === 0) return null;
  const choose = (change: Partial<typeof scope>) => rehearseOf(model).setState({ scope: { ...scope, ...change } });
  const options = (names: readonly string[], newest: string | undefined) => (
    <>
      <option value="">{newest === undefined ? 'any' : `newest: ${visibleLine(newest)}`}</option>
      {[...new Set(names)].sort().map((name) => (
        <option key={name} value={name}>
          {visibleLine(name)}
        </option>
      ))}
    </>
  );
  return (
    <p className={styles.whose}>
      <span>Last session of</span>
      <Select
        aria-label="Client"
        value={scope.client ?? ''}
        onChange={(event) => choose({ client: event.target.value || null })}
      >
        {options(
          pairs.map(({ client }) => client),
          session?.client,
        )}
      </Select>
      <span>with</span>
      <Select
        aria-label="Server"
        value={scope.server ?? ''}
        onChange={(event) => choose({ server: event.target.value || null })}
      >
        {options(
          pairs.map(({ server }) => server),
          session?.server,
        )}
      </Select>
    </p>
  );
}

function Lane({ lane: { tool, calls, injected }, placeOf }: { lane: PreviewLane; placeOf: (at: number) => number }) {
  return (
    <li data-quiet={injected === 0 ? '' : undefined}>
      <span className={`mono ${styles.tool}`}>{visibleLine(tool)}</span>
      <span className={styles.lane} aria-hidden="true">
        {calls.map((call, at) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: calls have nothing but their place.
            key={at}
            title={`${clock(call.at).time}: ${call.injected ?? 'passes'}`}
            data-injected={call.injected === null ? undefined : ''}
            style={{ left: `${placeOf(call.at)}%` }}
          />
        ))}
      </span>
      <span>
        {injected} of {calls.length}
      </span>
    </li>
  );
}

function OnNextCalls({ plan }: { plan: Plan }) {
  const preview = useMemo(() => {
    const tools = [{ name: 'tool', annotations: { readOnlyHint: true } }];
    const next = Array.from({ length: nextCalls }, (_, at) => ({ at, call: 'tool' }));
    // Without times: how many calls come before the end is not known.
    return previewOf(
      { ...plan, endsAfterMs: nextCalls },
      { isLines: false, events: [{ at: 0, listed: { tools } }, ...next] },
    );
  }, [plan]);
  return (
    <>
      <h3 id="preview-title">
        Preview{' '}
        <small className={styles.beside}>no recorded session: the next {nextCalls} calls of a read-only tool</small>
      </h3>
      <WhoseSession session={null} />
      <div className={styles.preview}>
        <ul className={styles.lanes}>
          {preview.lanes.map((lane) => (
            <Lane key="next" lane={{ ...lane, tool: 'next calls' }} placeOf={(at) => (at / (nextCalls - 1)) * 100} />
          ))}
        </ul>
        <Legend {...preview}>{''}</Legend>
      </div>
    </>
  );
}

function Legend({ injected, calls, children }: PlanPreview & { children: string }) {
  return (
    <p className={styles.legend}>
      <span>
        <i data-injected="" aria-hidden="true" /> injected, {injected}
      </span>
      <span>
        <i aria-hidden="true" /> passes, {calls - injected}
      </span>
      <small>{children}</small>
    </p>
  );
}
