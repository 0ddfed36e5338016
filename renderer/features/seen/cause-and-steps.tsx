// Why both sides differ, and what to do about it: at most three steps, each with an action.

import { nameOfClient } from '../../../shared/clients/clients.ts';
import type { SeenDifference } from '../../../shared/seen/compare-seen.ts';
import { lostWords } from '../../../shared/seen/lost-words.ts';
import { type ReportAudience, seenReport } from '../../../shared/seen/seen-report.ts';
import { Pill } from '../../components/pill.tsx';
import { type Model, useModel } from '../../model/model.ts';
import { copyText } from '../../model/notices.ts';
import type { ModelPair } from '../../results/seen-pair.ts';
import { shownName } from '../../text/visible-text.ts';
import styles from './cause-and-steps.module.css';

interface Props {
  pair: ModelPair;
  difference: SeenDifference;
  row: number;
  serverName: string;
}

interface Step {
  words: string;
  action: { label: string; run: (model: Model) => void } | null;
}

export function CauseAndSteps({ pair, difference, serverName }: Props) {
  const model = useModel();
  const { call } = pair;
  const name = nameOfClient(call.client);
  return (
    <div className={styles.parts}>
      <section aria-labelledby="seen-cause">
        <h3 id="seen-cause">Cause</h3>
        <p className={styles.badges}>
          {difference.badges.map((badge) => (
            <Pill key={badge} tone="warn">
              {badge}
            </Pill>
          ))}
          {difference.because === 'unexpected' && <Pill tone="bad">unexpected</Pill>}
        </p>
        <p>{difference.cause}</p>
        <p className={styles.measured}>{measuredWords(difference, name, call.version)}</p>
      </section>
      <section aria-labelledby="seen-steps">
        <h3 id="seen-steps">What to do</h3>
        <ol>
          {stepsOf(pair, difference, name, shownName(serverName)).map(({ words, action }) => (
            <li key={words}>
              <span>{words}</span>
              {action !== null && (
                <button type="button" onClick={() => action.run(model)}>
                  {action.label}
                </button>
              )}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

/** How far the rule can be trusted for this transcript. */
function measuredWords({ because, measured }: SeenDifference, name: string, version: string): string {
  if (measured === '' || because === 'hook') return '';
  const used = version === '' ? 'of an unknown version' : `of ${version}`;
  const rule = because === 'unexpected' ? 'No known rule explains it.' : `A rule of ${name} explains it.`;
  return version === measured
    ? `${rule} Measured with this version, ${measured}.`
    : `${rule} Measured with ${measured}; this transcript is ${used}.`;
}

const mostSteps = 3;

function stepsOf(pair: ModelPair, difference: SeenDifference, name: string, serverName: string): Step[] {
  const { call, change } = pair;
  const report = (audience: ReportAudience): Step['action'] => ({
    label: 'Copy report',
    run: (model) => void copyText(model, textOf(pair, difference, name, audience), 'Report'),
  });
  const steps: Step[] = [];
  if (difference.because === 'unexpected')
    steps.push({ words: 'Misfire: check the rule for this client', action: report('misfire') });
  if (difference.because === 'hook')
    steps.push({ words: `${name}: check the hook that replaces the output of ${call.tool}`, action: null });
  if (change !== '') steps.push({ words: `${serverName}: ${change}`, action: report('server') });
  if (difference.because !== 'hook')
    steps.push({ words: `${name}: pass on ${lostWords(difference.lost)}`, action: report('client') });
  const { putAside } = call;
  if (putAside !== undefined)
    steps.push({
      words: 'Until then, read the whole result in the client’s file',
      action: { label: 'Copy path', run: (model) => void copyText(model, putAside, 'Path') },
    });
  return steps.slice(0, mostSteps);
}

function textOf(pair: ModelPair, difference: SeenDifference, name: string, audience: ReportAudience): string {
  const { call, said, change } = pair;
  if (said === null || call.got === null) return '';
  const { version, model, tool, got, flagged } = call;
  return seenReport(audience, { clientName: name, version, model, tool, said, got, flagged, difference, change });
}
