// A text from a server: plain, as a tree if it is JSON, or as Markdown on request.

import { useState } from 'react';
import { ForeignText } from '../components/foreign-text.tsx';
import { Segmented } from '../components/segmented.tsx';
import { maskText, useMasks } from '../model/masks.ts';
import { useModel } from '../model/model.ts';
import { size } from '../text/format.ts';
import styles from './blocks.module.css';
import { JsonTree } from './json-tree.tsx';
import { Markdown, markdownRefusal } from './markdown.tsx';
import { type TextView, viewsOf } from './text-views.ts';

/** Longer texts are cut here; the row has the complete text. */
const longestText = 50_000;

export function TextBlock({ text, mime }: { text: string; mime: string }) {
  const views = viewsOf(text, mime);
  // JSON defaults to a tree; Markdown is rendered on request.
  const [chosen, setChosen] = useState<TextView | null>(null);
  const view = chosen ?? (views.includes('tree') ? 'tree' : 'text');
  return (
    <div className={styles.textBlock}>
      {views.length > 1 && (
        <Segmented
          label="How to read it"
          value={view}
          onChange={setChosen}
          segments={views.map((value) => ({ value, ...words[value] }))}
        />
      )}
      {view === 'tree' ? (
        <JsonTree text={text} label="JSON in the text" />
      ) : (
        <Text text={text} mono={mime !== '' && mime !== 'text/plain'} drawn={view === 'markdown'} />
      )}
    </div>
  );
}

const words: Record<TextView, { label: string; title: string }> = {
  text: { label: 'Text', title: 'As it came' },
  tree: { label: 'Tree', title: 'The text is JSON' },
  markdown: { label: 'Markdown', title: 'Drawn as Markdown: no HTML, no images, no links that load' },
};

function Text({ text, mono, drawn }: { text: string; mono: boolean; drawn: boolean }) {
  const model = useModel();
  useMasks((state) => state.version);
  const masked = maskText(model, text.slice(0, longestText));
  const refusal = drawn ? markdownRefusal(masked) : '';
  return (
    <div
      className={`${styles.text} ${mono && !drawn ? 'mono' : ''}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keys.
      tabIndex={0}
      role="document"
      aria-label={drawn ? 'Content, drawn as Markdown' : 'Content'}
    >
      {refusal && <p className={styles.note}>{refusal} Shown as text.</p>}
      {text === '' ? (
        <span className={styles.note}>empty</span>
      ) : drawn && refusal === '' ? (
        <Markdown text={masked} />
      ) : (
        <ForeignText text={masked} />
      )}
      {text.length > longestText && (
        <p className={styles.note}>
          {size(text.length)} in all, cut here after {size(longestText)}. The row has the whole.
        </p>
      )}
    </div>
  );
}
