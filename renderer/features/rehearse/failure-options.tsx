// The failures of plans as groups of a choice.

import { failureWords } from '../../../shared/features/rehearse/plan-words.ts';

interface FailureGroup {
  title: string;
  /** As captures name them: `answer:rate_limited`, `spoil:cut`, `end:session`. */
  failures: readonly string[];
}

export function FailureOptions({ groups }: { groups: readonly FailureGroup[] }) {
  return groups
    .filter(({ failures }) => failures.length > 0)
    .map(({ title, failures }) => (
      <optgroup key={title} label={title}>
        {failures.map((failure) => (
          <option key={failure} value={failure}>
            {failureWords(failure)}
          </option>
        ))}
      </optgroup>
    ));
}
