// An image or audio from a response's own bytes: type and size first, shown or played on request, with a warning if the bytes do not
// match their label.

import { ImageIcon, Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { bytesWords } from '../text/format.ts';
import { visibleLine } from '../text/visible-text.ts';
import styles from './blocks.module.css';
import type { Media } from './media.ts';

export function MediaView({ media }: { media: Media }) {
  const [shown, setShown] = useState(false);
  const [broken, setBroken] = useState(false);
  const [pixels, setPixels] = useState('');
  const { kind, mime, bytes, source, problem } = media;
  const name = visibleLine(mime) || 'Bytes without a type';
  const facts = [name, bytes > 0 ? bytesWords(bytes) : '', pixels].filter(Boolean).join(' · ');
  return (
    <div className={styles.media}>
      <p className={styles.origin}>{facts}</p>
      {problem && <p className={styles.bad}>{visibleLine(problem)}</p>}
      {broken && (
        <p className={styles.bad} role="alert">
          These bytes cannot be {kind === 'image' ? 'drawn' : 'played'}: they are no whole {name}.
        </p>
      )}
      {source === '' && !problem && <p className={styles.note}>Not shown here. The raw message has it.</p>}
      {source !== '' && !shown && (
        <Button onClick={() => setShown(true)}>
          {kind === 'image' ? <ImageIcon size={14} aria-hidden="true" /> : <Play size={14} aria-hidden="true" />}
          {kind === 'image' ? 'Show the image' : 'Play the audio'}
        </Button>
      )}
      {source !== '' && shown && !broken && kind === 'image' && (
        <img
          className={styles.picture}
          src={source}
          alt="Sent by the server"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setPixels(`${naturalWidth} × ${naturalHeight}`)
          }
          onError={() => setBroken(true)}
        />
      )}
      {source !== '' && shown && !broken && kind === 'audio' && (
        // biome-ignore lint/a11y/useMediaCaption: servers send no captions.
        <audio
          className={styles.audio}
          controls
          autoPlay
          src={source}
          aria-label={`Audio from the server, ${name}`}
          onError={() => setBroken(true)}
        />
      )}
    </div>
  );
}
