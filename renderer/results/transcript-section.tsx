// The server's response next to what the model received, for a call in a client's transcript. Both come from the log; shared/seen
// compares them.

import { useEffect, useState } from 'react';
import { type Json, parseJson } from '../../shared/json/json.ts';
import { compareSeen } from '../../shared/seen/compare-seen.ts';
import { lossSummary } from '../../shared/seen/loss-summary.ts';
import type { ServerAnswer } from '../../shared/seen/parts/seen.ts';
import { readServerAnswer } from '../../shared/seen/read-server-answer.ts';
import { type SideRow, sideBySide } from '../../shared/seen/side-by-side.ts';
import type { Row, RowDetail } from '../../shared/timeline.ts';
import { readSeenText, rulesOf, type SeenCall, transcriptClients } from '../../shared/transcripts/parts/seen-call.ts';
import { ForeignText } from '../components/foreign-text.tsx';
import { Pill } from '../components/pill.tsx';
import { useDetail } from '../model/detail.ts';
import { maskText } from '../model/masks.ts';
import { type Model, useModel } from '../model/model.ts';
import type { WrapModels } from './models-view.tsx';
import { bodyText, messageOf } from './read-result.ts';
import styles from './transcript-section.module.css';

interface Found {
  call: SeenCall;
  said: ServerAnswer | null;
  /** As the server listed it; undefined: the log has none. */
  outputSchema: Json | undefined;
}

export function TranscriptSection({ detail, wrap }: { detail: RowDetail; wrap: WrapModels }) {
  const model = useModel();
  const raw = useDetail((state) => (state.raw?.row.id === detail.row.id ? state.raw : null));
  const event = raw?.events.findLast(({ lane }) => lane === 'seen') ?? null;
  const [found, setFound] = useState<Found | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one entry is read once.
  useEffect(() => {
    let isWanted = true;
    setFound(null);
    if (raw && event)
      void readBoth(model, raw, event).then((both) => {
        if (isWanted) setFound(both);
      });
    return () => {
      isWanted = false;
    };
  }, [model, event?.seq]);
  if (found === null) return null;
  const { call, said, outputSchema } = found;
  const name = transcriptClients[call.client];
  if (call.got === null || said === null)
    return wrap(
      'Transcript only',
      false,
      <Only model={model} call={call} name={name} isJoined={detail.row.remarks.includes('joined')} />,
    );
  const { server, tool, args, model: modelName } = call;
  const context = {
    server,
    tool,
    args,
    ...(modelName === undefined ? {} : { model: modelName }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
  };
  const difference = compareSeen({
    rules: rulesOf(call.client),
    clientName: name,
    said,
    got: call.got,
    flagged: call.flagged,
    isPutAside: call.putAside !== undefined,
    isReplaced: call.isReplaced === true,
    context,
  });
  const change = difference === null ? '' : lossSummary(said, context).change;
  return wrap(
    difference === null ? `${name}’s model got all of it` : difference.badges.join(', '),
    difference !== null,
    <>
      {difference !== null && (
        <p className={styles.badges}>
          {difference.badges.map((badge) => (
            <Pill key={badge} tone="warn">
              {badge}
            </Pill>
          ))}
          {difference.because === 'unexpected' && <Pill tone="bad">unexpected</Pill>}
        </p>
      )}
      <Sides
        model={model}
        rows={sideBySide(said, call.got, call.flagged)}
        name={name}
        place={placeOf(detail.row, call)}
      />
      {difference !== null && (
        <p className={styles.note}>
          <b>Cause:</b> {difference.cause}
          {difference.because === 'unexpected' &&
            ` Measured with ${difference.measured}, seen with ${call.version || 'an unknown version'}: report it to Misfire with an export of this row.`}
        </p>
      )}
      {change !== '' && (
        <p className={styles.note}>
          <b>What to do:</b> {change}
        </p>
      )}
    </>,
  );
}

async function readBoth(model: Model, raw: RowDetail, event: RowDetail['events'][number]): Promise<Found | null> {
  const text = await bodyText(model, event);
  const call = text === null ? null : readSeenText(text, raw.row.server);
  if (call === null) return null;
  const [message, listed] = await Promise.all([
    messageOf(model, raw),
    model.platform.call('seenTool', { id: raw.row.id }),
  ]);
  const answer = message === null ? null : readServerAnswer(message);
  const schema = listed.ok && listed.value?.outputSchema ? parseJson(listed.value.outputSchema) : null;
  return {
    call,
    said: answer?.ok ? answer.answer : (call.said ?? null),
    outputSchema: schema?.ok ? schema.value : undefined,
  };
}

function placeOf({ remarks }: Row, { lines }: SeenCall): string {
  const line = lines.at(-1);
  const where = line === undefined ? '' : `transcript line ${line}`;
  if (remarks.includes('transcript')) return `${where}, both sides from the transcript`;
  return remarks.includes('joined_by_time') ? `${where}, joined by time` : `${where}, joined by call id`;
}

interface SidesProps {
  model: Model;
  rows: readonly SideRow[];
  name: string;
  place: string;
}

function Sides({ model, rows, name, place }: SidesProps) {
  return (
    <table className={styles.sides}>
      <caption>{place}</caption>
      <thead>
        <tr>
          <th scope="col">Server said</th>
          <th scope="col">{name}’s model got</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) =>
          'same' in row ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are in order, and never change.
            <tr key={index}>
              <td colSpan={2} className={styles.same}>
                {row.same === 1 ? '1 line is' : `${row.same} lines are`} the same
              </td>
            </tr>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are in order, and never change.
            <tr key={index} data-part={row.part}>
              <td className={row.got === null ? styles.kept : undefined}>
                {row.said !== null && <ForeignText className="mono" text={maskText(model, row.said)} />}
              </td>
              <td className={row.got === null ? styles.lost : undefined}>
                {row.got === null ? 'not passed on' : <ForeignText className="mono" text={maskText(model, row.got)} />}
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

interface OnlyProps {
  model: Model;
  call: SeenCall;
  name: string;
  isJoined: boolean;
}

/** Nothing to compare with: the transcript has only what the model received. */
function Only({ model, call, name, isJoined }: OnlyProps) {
  const got = call.got === null ? '' : typeof call.got === 'string' ? call.got : JSON.stringify(call.got, null, 2);
  return (
    <>
      <p className={styles.note}>
        {isJoined
          ? 'The server’s answer is not in the log, so both sides cannot be compared.'
          : `Known from the transcript of ${name}. The wire was not watched, or the call never reached it.`}
      </p>
      {call.got === null ? (
        <p className={styles.note}>The transcript ends before the result.</p>
      ) : (
        <ForeignText className={`${styles.text} mono`} text={maskText(model, got.slice(0, 4000))} />
      )}
    </>
  );
}
