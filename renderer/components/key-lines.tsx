// What each key does, one line per command.

import { keyLabel } from '../text/keys.ts';

interface KeyLine {
  command: string;
  does: string;
  keys: readonly string[];
}

export function KeyLines({ lines }: { lines: readonly KeyLine[] }) {
  return (
    <dl>
      {lines.map(({ command, does, keys }) => (
        <div key={command}>
          <dt>{does}</dt>
          <dd>
            {keys.map((key) => (
              <kbd key={key}>{keyLabel(key)}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
