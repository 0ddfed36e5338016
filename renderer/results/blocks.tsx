// Content blocks from a server in order: texts, images, audio, embedded or linked resources, and other blocks as JSON.

import { BookOpen } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { ForeignText } from '../components/foreign-text.tsx';
import { bytesWords } from '../text/format.ts';
import { visibleLine } from '../text/visible-text.ts';
import styles from './blocks.module.css';
import type { Block } from './contents.ts';
import { MediaView } from './media-view.tsx';
import { TextBlock } from './text-block.tsx';

/** Requests a linked resource from the server; null if there is no server to ask. */
export type ReadLink = ((uri: string) => void) | null;

export function Blocks({ blocks, onRead = null }: { blocks: readonly Block[]; onRead?: ReadLink }) {
  return (
    <div className={styles.blocks}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one response are identified by their index.
        <OneBlock key={index} block={block} onRead={onRead} />
      ))}
    </div>
  );
}

function OneBlock({ block, onRead }: { block: Block; onRead: ReadLink }) {
  switch (block.kind) {
    case 'text':
      return (
        <div className={styles.block}>
          <Origin uri={block.uri} mime={block.mime} />
          <TextBlock text={block.text} mime={block.mime} />
        </div>
      );
    case 'json':
      return <TextBlock text={block.text} mime="application/json" />;
    case 'media':
      return (
        <div className={styles.block}>
          <Origin uri={block.uri} mime="" />
          <MediaView media={block.media} />
        </div>
      );
    case 'link': {
      const facts = [block.mime, block.bytes === null ? '' : bytesWords(block.bytes)].filter(Boolean).join(' · ');
      return (
        <div className={styles.link}>
          <p className={styles.origin}>Link to a resource, as text</p>
          <p>
            <b>
              <bdi>{visibleLine(block.name || 'Resource')}</bdi>
            </b>{' '}
            {facts && <span className={styles.note}>{visibleLine(facts)}</span>}
          </p>
          <p>
            <bdi className="mono">{visibleLine(block.uri)}</bdi>
          </p>
          {block.about && (
            <p className={styles.note}>
              <ForeignText text={block.about.slice(0, 500)} />
            </p>
          )}
          {onRead && block.uri !== '' && (
            <p>
              <Button onClick={() => onRead(block.uri)} title="Asks the server for it: resources/read">
                <BookOpen size={14} aria-hidden="true" /> Read
              </Button>
            </p>
          )}
        </div>
      );
    }
  }
}

function Origin({ uri, mime }: { uri: string; mime: string }) {
  if (uri === '' && mime === '') return null;
  return (
    <p className={styles.origin}>
      {uri && <span>Resource</span>}
      {uri && <bdi className="mono">{visibleLine(uri)}</bdi>}
      {mime && <span>{visibleLine(mime)}</span>}
    </p>
  );
}
