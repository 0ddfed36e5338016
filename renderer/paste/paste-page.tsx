// The page for pasted errors: the text on one side, its explanation on the other, as on the app's card. Explains while the user types;
// files and links fill the same box.

import { FolderOpen, Link, X } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import { ThemeChoice } from '../components/theme-choice.tsx';
import { useModel } from '../model/model.ts';
import { copyExactly, say } from '../model/notices.ts';
import { LiveRegion } from '../shell/live-region.tsx';
import { isLink, linkToError, textOfLink } from './error-link.ts';
import { pasteExamples } from './examples.ts';
import { Explained } from './explained.tsx';
import { linkText } from './link-text.ts';
import styles from './paste.module.css';
import { listenInPastePage, textBoxId } from './paste-keys.ts';
import { useExplained } from './use-explained.ts';

const largestFile = 50_000_000;

export function PastePage() {
  const model = useModel();
  const [text, setText] = useState('');
  const [isFromLink, setFromLink] = useState(false);
  const [selected, setSelected] = useState(0);
  const explained = useExplained(text);
  const box = useRef<HTMLTextAreaElement>(null);

  const fill = (next: string, fromLink = false) => {
    setText(next);
    setSelected(0);
    setFromLink(fromLink);
    // The URL would name another error than the shown one.
    if (!fromLink && isLink(location.hash)) history.replaceState(null, '', location.pathname + location.search);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the URL from the first render on.
  useEffect(() => {
    const follow = async () => {
      if (!isLink(location.hash)) return;
      const held = await textOfLink(location.hash);
      if (held === null) say(model, 'This link was cut, so its error cannot be read. Ask for the whole link.', 'bad');
      else fill(held, true);
    };
    void follow();
    const onChange = () => void follow();
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);

  const count = explained?.failures.length ?? 0;
  useEffect(() => listenInPastePage(model, count, setSelected), [model, count]);

  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > largestFile) return say(model, `${file.name} is larger than 50 MB. Open it in Misfire.`, 'bad');
    fill(await file.text());
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) void take(file);
    else fill(event.dataTransfer.getData('text/plain'));
  };
  const copyLink = async () => {
    if (!explained) return;
    const { text: held, isWhole, masked } = await linkText(explained, text, explained.failures[selected] ?? null);
    if (held === null) return say(model, 'Too long for a link. Copy the report instead.', 'bad');
    const secrets =
      masked === 0 ? 'No secrets were found in it' : `${masked} ${masked === 1 ? 'secret' : 'secrets'} masked`;
    const what = isWhole ? 'Link' : 'Link to this failure';
    await copyExactly(model, await linkToError(location.href, held), what, `. ${secrets}`);
  };

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition; the button opens files too. */}
      <div className={styles.page} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
        <header className={styles.bar}>
          <i className={styles.mark} aria-hidden="true" />
          <h1>Why did this MCP call fail?</h1>
          <ThemeChoice />
        </header>
        <main className={styles.places}>
          <section className={styles.input} aria-label="Error to explain">
            <label htmlFor={textBoxId}>
              Paste a response, a log, a stack trace, a HAR file, a capture or a client transcript
            </label>
            <textarea
              id={textBoxId}
              ref={box}
              className="mono"
              value={text}
              spellCheck={false}
              autoComplete="off"
              placeholder={'{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"…"}}'}
              onInput={(event) => fill(event.currentTarget.value)}
            />
            <div className={styles.tools}>
              <Button
                onClick={async () => {
                  const opened = await model.platform.openFile({ accept: ['.json', '.jsonl', '.har', '.log', '.txt'] });
                  if (opened.outcome === 'opened') void take(opened.file);
                }}
              >
                <FolderOpen size={14} aria-hidden="true" /> Open file…
              </Button>
              <Button disabled={count === 0} onClick={() => void copyLink()}>
                <Link size={14} aria-hidden="true" /> Copy link
              </Button>
              <Button
                disabled={text === ''}
                onClick={() => {
                  fill('');
                  box.current?.focus();
                }}
              >
                <X size={14} aria-hidden="true" /> Clear
              </Button>
            </div>
            <fieldset className={styles.examples}>
              <legend>Examples</legend>
              {pasteExamples.map((example) => (
                <Button key={example.name} look="quiet" onClick={() => fill(example.text)}>
                  {example.name}
                </Button>
              ))}
            </fieldset>
            <p className={styles.quiet}>
              This page loads nothing and sends nothing. Copy link masks secrets first. A link holds its error after the
              # sign, which browsers do not send.
            </p>
          </section>
          <Explained explained={explained} selected={selected} onSelect={setSelected} isFromLink={isFromLink} />
        </main>
        <LiveRegion />
      </div>
    </>
  );
}
