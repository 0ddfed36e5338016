// The chosen tool: its name, its description, and its server's hints, labeled as hints.

import type { ToolView } from '../../../shared/api/views.ts';
import { Pill } from '../../components/pill.tsx';
import { shownName, visibleLine } from '../../text/visible-text.ts';
import styles from './call-dialog.module.css';

const longestDescription = 4_000;

export function ToolHead({ tool }: { tool: ToolView }) {
  const hints = hintWords(tool.hints);
  return (
    <div className={styles.toolHead}>
      <h3 className={styles.toolName}>
        <bdi>{shownName(tool.title || tool.name)}</bdi>
      </h3>
      {tool.description && (
        <p>
          <bdi>{tool.description.slice(0, longestDescription).split('\n').map(visibleLine).join('\n')}</bdi>
        </p>
      )}
      {tool.notOffered.map(({ by, why, fix }) => (
        <p key={why}>
          <Pill tone="warn">not offered by {by}</Pill> {visibleLine(`${why} ${fix}`)}
        </p>
      ))}
      {hints.length > 0 && (
        <div className={styles.hints} style={{ marginTop: 8 }}>
          {hints.map((hint) => (
            <Pill key={hint.text} tone={hint.loud ? 'warn' : 'mute'}>
              {hint.text}
            </Pill>
          ))}
          Server’s claim, not verified
        </div>
      )}
    </div>
  );
}

function hintWords(hints: ToolView['hints']): { text: string; loud: boolean }[] {
  const words: { text: string; loud: boolean }[] = [];
  if (hints.readOnly !== null) words.push({ text: hints.readOnly ? 'reads only' : 'may change things', loud: false });
  if (hints.destructive !== null && hints.readOnly !== true)
    words.push({ text: hints.destructive ? 'may destroy' : 'does not destroy', loud: hints.destructive });
  if (hints.idempotent !== null && hints.readOnly !== true)
    words.push({ text: hints.idempotent ? 'safe to repeat' : 'not safe to repeat', loud: !hints.idempotent });
  return words;
}
