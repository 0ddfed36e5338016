// Which failure of a plan takes a held message's place, and the error model that it is written in.

import { useState } from 'react';
import { answersInPlace } from '../../../shared/features/hold/answers-in-place.ts';
import type { HeldView } from '../../../shared/features/hold/held.ts';
import { type AnswerDialect, answersIn } from '../../../shared/features/rehearse/answer-pairs.ts';
import { dialectWords } from '../../../shared/features/rehearse/plan-words.ts';
import type { RehearsalDialect } from '../../../shared/features/rehearse/rehearsal-plan.ts';
import { Select } from '../../components/select.tsx';
import { FailureOptions } from '../rehearse/failure-options.tsx';
import { dialectsFor, draftAnswer } from '../rehearse/plan-draft.ts';
import styles from './hold.module.css';

interface AnswerChoiceProps {
  held: HeldView;
  /** The server's own error model. */
  own: AnswerDialect;
  onChoose: (failure: string, dialect: RehearsalDialect) => void;
}

export function AnswerChoice({ held, own, onChoose }: AnswerChoiceProps) {
  const [failure, setFailure] = useState('');
  const [dialect, setDialect] = useState<RehearsalDialect>('own');
  const choose = (nextFailure: string, nextDialect: RehearsalDialect) => {
    setFailure(nextFailure);
    setDialect(nextDialect);
    onChoose(nextFailure, nextDialect);
  };
  const all = answersInPlace(held);
  const inOwn = all.filter((each) => answersIn(own).some((answer) => each === `answer:${answer}`));
  const of = (kind: string) => all.filter((each) => each.startsWith(`${kind}:`) && !inOwn.includes(each));
  const answer = draftAnswer({ do: { answer: failure.replace('answer:', '') } });
  // A held message has no HTTP status of its own, and only tools have results that say that they failed.
  const models = held.method === 'tools/call' && answer ? dialectsFor(answer).filter((each) => each !== 'http') : [];
  return (
    <span className={styles.answer}>
      <Select aria-label="Answer instead" value={failure} onChange={({ target }) => choose(target.value, 'own')}>
        <option value="" disabled>
          Answer instead…
        </option>
        <FailureOptions
          groups={[
            { title: `In the server’s error model (${dialectWords[own]})`, failures: inOwn },
            { title: 'Other failures of plans', failures: [...of('answer'), ...of('end')] },
            { title: 'The server’s answer, changed', failures: of('spoil') },
          ]}
        />
      </Select>
      {models.length > 0 && (
        <Select
          aria-label="Error model"
          value={dialect}
          onChange={({ target }) => choose(failure, target.value as RehearsalDialect)}
        >
          {(['own', ...models] as const).map((each) => (
            <option key={each} value={each}>
              {dialectWords[each]}
            </option>
          ))}
        </Select>
      )}
    </span>
  );
}
