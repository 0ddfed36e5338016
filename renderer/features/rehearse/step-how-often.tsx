// How often a step acts: on each call, once, on the first ones, on every nth or on a share of them.

import { isObject, type Json, member } from '../../../shared/json/json.ts';
import { capital } from '../../../shared/text/capital.ts';
import { Segmented } from '../../components/segmented.tsx';
import { NumberInput } from './number-input.tsx';
import { StepLine, type StepPartProps } from './step-line.tsx';

const rhythms = ['each', 'once', 'first', 'every', 'share'] as const;
type Rhythm = (typeof rhythms)[number];

const labels: Record<Rhythm, string> = {
  each: 'Each call',
  once: 'Once',
  first: 'First',
  every: 'Every nth',
  share: 'Share',
};

/** What a plan starts with when its rhythm is chosen. */
const starts: Record<Rhythm, Json | undefined> = {
  each: undefined,
  once: 'once',
  first: { first: 2 },
  every: { every: 3 },
  share: { share: 0.5 },
};

/** The words around the number, and the unit in which it is written. */
const sentences: Record<Rhythm, [before: string, unit: number, after: string]> = {
  each: ['', 1, ''],
  once: ['', 1, ''],
  first: ['the first', 1, 'calls,'],
  every: ['every', 1, 'th call,'],
  share: ['', 0.01, '% of the calls,'],
};

const rhythmOf = (often: Json | undefined): Rhythm =>
  often === 'once' ? 'once' : (rhythms.find((one) => member(often, one) !== undefined) ?? 'each');

export function HowOften({ step, isInvalid, onChange }: StepPartProps) {
  const { often } = step;
  const rhythm = rhythmOf(often);
  const [before, unit, after] = sentences[rhythm];
  return (
    <StepLine word="How often">
      <Segmented<Rhythm>
        label="How often"
        value={rhythm}
        segments={rhythms.map((value) => ({ value, label: labels[value] }))}
        onChange={(next) => onChange(['often'], starts[next])}
      />
      {isObject(often) && (
        <>
          {before !== '' && <span>{before}</span>}
          <NumberInput
            label={`${capital(rhythm)}: number`}
            value={member(often, rhythm)}
            unit={unit}
            isInvalid={isInvalid(['often', rhythm])}
            onChange={(value) => onChange(['often', rhythm], value ?? '')}
          />
          <span>{after}</span>
        </>
      )}
      {rhythm !== 'once' && (
        <>
          <span>at most</span>
          <NumberInput
            label="At most, times"
            value={step.atMost}
            empty="any"
            isInvalid={isInvalid(['atMost'])}
            onChange={(value) => onChange(['atMost'], value)}
          />
          <span>times</span>
        </>
      )}
    </StepLine>
  );
}
