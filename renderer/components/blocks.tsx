// Blocks of content from a server, drawn as text. An image is drawn only after a person asked for it.

import { ImageIcon } from 'lucide-react';
import { useState } from 'react';
import { maskText, useMasks } from '../model/masks.ts';
import { useModel } from '../model/model.ts';
import { size } from '../text/format.ts';
import { visibleLine } from '../text/visible-text.ts';
import styles from './blocks.module.css';
import { Button } from './button.tsx';
import type { Block } from './contents.ts';
import { ForeignText } from './foreign-text.tsx';

/** Longer texts are cut here; the row has the whole of them. */
const longestText = 50_000;

export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className={styles.blocks}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one answer have no identity but their place.
        <OneBlock key={index} block={block} />
      ))}
    </div>
  );
}

function OneBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'text':
      return (
        <>
          <Origin uri={block.uri} mime={block.mime} />
          <Text text={block.text} mono={block.mime !== '' && block.mime !== 'text/plain'} />
        </>
      );
    case 'json':
      return <Text text={block.text} mono />;
    case 'image':
      return (
        <>
          <Origin uri={block.uri} mime={block.mime} />
          <Picture source={block.source} mime={block.mime} bytes={block.bytes} />
        </>
      );
    case 'bytes':
      return (
        <>
          <Origin uri={block.uri} mime={block.mime} />
          <p className={styles.note}>
            {visibleLine(block.mime || 'Bytes')}, about {bytesWords(block.bytes)}: not shown. The row has it.
          </p>
        </>
      );
    case 'link':
      return (
        <p className={styles.link}>
          <b>
            <bdi>{visibleLine(block.name || 'Resource')}</bdi>
          </b>{' '}
          <bdi className="mono">{visibleLine(block.uri)}</bdi>
          {block.about && <ForeignText text={` ${block.about.slice(0, 500)}`} />}
        </p>
      );
  }
}

function Origin({ uri, mime }: { uri: string; mime: string }) {
  if (uri === '' && mime === '') return null;
  return (
    <p className={styles.origin}>
      {uri && <bdi className="mono">{visibleLine(uri)}</bdi>}
      {mime && <span>{visibleLine(mime)}</span>}
    </p>
  );
}

function Text({ text, mono }: { text: string; mono: boolean }) {
  const model = useModel();
  useMasks((state) => state.version);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keys.
    <div className={`${styles.text} ${mono ? 'mono' : ''}`} tabIndex={0} role="document" aria-label="Content">
      {text === '' ? (
        <span className={styles.note}>empty</span>
      ) : (
        <ForeignText text={maskText(model, text.slice(0, longestText))} />
      )}
      {text.length > longestText && (
        <p className={styles.note}>
          {size(text.length)} in all, cut here after {size(longestText)}. The row has the whole.
        </p>
      )}
    </div>
  );
}

function Picture({ source, mime, bytes }: { source: string; mime: string; bytes: number }) {
  const [shown, setShown] = useState(false);
  const [broken, setBroken] = useState(false);
  if (broken) return <p className={styles.note}>These bytes are no {mime} that can be drawn.</p>;
  if (!shown)
    return (
      <Button onClick={() => setShown(true)}>
        <ImageIcon size={14} aria-hidden="true" /> Show the image, {bytesWords(bytes)}
      </Button>
    );
  return <img className={styles.picture} src={source} alt="Sent by the server" onError={() => setBroken(true)} />;
}

export function bytesWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
