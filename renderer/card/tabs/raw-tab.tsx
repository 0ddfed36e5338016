// Every event of the row, verbatim, with label and time. Long bodies load in parts on request.

import { ArrowDownLeft, ArrowUpRight, Copy, Maximize2 } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { useMemo, useState } from 'react';
import type { Quote } from '../../../shared/failure.ts';
import type { RowDetail, RowEvent } from '../../../shared/timeline.ts';
import { AnsiText } from '../../components/ansi-text.tsx';
import { Button } from '../../components/button.tsx';
import code from '../../components/code-view.module.css';
import { CodeView } from '../../components/code-view.tsx';
import { PathText } from '../../components/path-text.tsx';
import { Pill } from '../../components/pill.tsx';
import { serverById, useConnection } from '../../model/connection.ts';
import { useDetail } from '../../model/detail.ts';
import { maskText, useMasks } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { copyText, say } from '../../model/notices.ts';
import { hasAnsi } from '../../text/ansi.ts';
import { clockText, countInWords, size } from '../../text/format.ts';
import { quotePlace } from '../../text/quote-place.ts';
import { rowName, textRemarksOf } from '../../text/row-words.ts';
import { openBody } from '../../timeline/body/body-state.ts';
import styles from './raw-tab.module.css';

type Mode = 'laid-out' | 'verbatim' | 'hex';
/** The size of one request for the rest of a body. */
const part = 1_000_000;
/** Shorter ones are readable inline. */
const worthAWindow = 1_000;

/** `inFile`: everything is here, as in a report; there is no large view and nothing to load. */
export function RawTab({ detail, inFile = false }: { detail: RowDetail; inFile?: boolean }) {
  const [mode, setMode] = useState<Mode>('laid-out');
  const [find, setFind] = useState('');
  const name = useConnection((state) => serverById(state.servers, detail.row.server)?.name ?? detail.row.server);
  const of = `${rowName(detail.row)} on ${name}`;
  const quote = detail.failure?.quote ?? null;
  const quoted = quote && quotedEvent(detail);
  const reveal = useDetail(({ quoteShown: { row, times } }) => (row === detail.row.id ? times : 0));
  const hasHex = detail.events.some((event) => event.hex !== undefined);
  return (
    <>
      <div className={styles.tools}>
        <input
          className={styles.find}
          type="search"
          value={find}
          placeholder="Find"
          aria-label="Find in the raw text"
          onChange={(event) => setFind(event.target.value)}
        />
        <ToggleGroup.Root
          type="single"
          className={styles.modes}
          aria-label="How to show it"
          value={mode}
          onValueChange={(next) => next && setMode(next as Mode)}
        >
          <ToggleGroup.Item
            value="laid-out"
            className={styles.mode}
            title="White space added for reading; every token as it was sent"
          >
            Laid out
          </ToggleGroup.Item>
          <ToggleGroup.Item value="verbatim" className={styles.mode} title="Exactly as it was sent">
            Verbatim
          </ToggleGroup.Item>
          {hasHex && (
            <ToggleGroup.Item value="hex" className={styles.mode}>
              Hex
            </ToggleGroup.Item>
          )}
        </ToggleGroup.Root>
      </div>
      {textRemarksOf(detail.row).map((words) => (
        <p key={words} className={styles.event}>
          {words}
        </p>
      ))}
      {detail.events.map((event) => (
        <RawEvent
          key={event.seq}
          event={event}
          mode={mode}
          find={find}
          of={of}
          inFile={inFile}
          quote={event === quoted ? quote : null}
          reveal={reveal}
        />
      ))}
      {detail.moreEvents > 0 && (
        <p className={styles.event}>{countInWords(detail.moreEvents, 'more event')} of this row not shown.</p>
      )}
    </>
  );
}

interface RawEventProps {
  event: RowEvent;
  mode: Mode;
  find: string;
  of: string;
  inFile: boolean;
  /** What the finding quotes from this event; null: nothing. */
  quote: Quote | null;
  reveal: number;
}

/** The newest event with the quote. */
function quotedEvent({ events, failure }: RowDetail): RowEvent | undefined {
  const quote = failure?.quote;
  return quote ? events.findLast(({ lane, text }) => lane !== 'out' && quotePlace(text, quote) !== null) : undefined;
}

function RawEvent({ event, mode, find, of, inFile, quote, reveal }: RawEventProps) {
  const model = useModel();
  const [loaded, setLoaded] = useState('');
  const [busy, setBusy] = useState(false);
  useMasks((state) => state.version);
  // Unmasked: positions in a masked text differ from those in the message.
  const came = useDetail((state) => state.raw?.events.find(({ seq }) => seq === event.seq)?.text ?? event.text);
  const text = loaded || came;
  const whole = text.length >= event.length;
  const hex = mode === 'hex' && event.hex !== undefined ? event.hex : null;
  const shown = hex ?? maskText(model, text);
  const marked = useMemo(() => (quote === null ? null : quotePlace(shown, quote)), [shown, quote]);

  const loadMore = async (all: boolean) => {
    setBusy(true);
    let result = text;
    do {
      const answer = await model.platform.call('body', { seq: event.seq, offset: result.length, length: part });
      if (!answer.ok) {
        say(model, answer.error.message, 'bad');
        break;
      }
      result += answer.value.text;
      if (answer.value.text === '') break;
    } while (all && result.length < event.length);
    setLoaded(result);
    setBusy(false);
    return result;
  };
  const open = () => openBody(model, { ...event, text: came }, of);
  const copy = async () => copyText(model, whole ? text : await loadMore(true), 'Raw text');

  return (
    <article className={styles.event}>
      <div className={styles.eventHead}>
        {event.lane === 'out' && <ArrowUpRight size={14} className={styles.out} aria-label="sent" />}
        {event.lane === 'in' && <ArrowDownLeft size={14} className={styles.in} aria-label="received" />}
        <b>{event.label}</b>
        <span className="mono">{clockText(event.at)}</span>
        {event.length > 0 && <span>{size(event.length)}</span>}
        {event.partial && (
          <Pill tone="warn" title="The stream ended before the line did">
            unfinished line
          </Pill>
        )}
        {event.cut !== undefined && (
          <Pill tone="warn" title={inFile ? 'Longer than a report holds' : 'Longer than Misfire keeps'}>
            cut, was {size(event.cut)}
          </Pill>
        )}
        {event.hex !== undefined && (
          <Pill tone="warn" title="The bytes are under Hex">
            not UTF-8
          </Pill>
        )}
        <span className={styles.spacer} />
        {!inFile && event.length > worthAWindow && (
          <Button
            look="icon"
            aria-label={`Open the ${event.label} in a large view`}
            title="Open large: tree, find, fold"
            onClick={open}
          >
            <Maximize2 size={13} aria-hidden="true" />
          </Button>
        )}
        {event.length > 0 && (
          <Button look="icon" aria-label={`Copy the ${event.label}`} title="Copy" onClick={copy}>
            <Copy size={13} aria-hidden="true" />
          </Button>
        )}
      </div>
      {event.http && (
        <p className={`${styles.httpLine} mono`}>
          <PathText text={httpLine(event.http)} />
        </p>
      )}
      {event.lane === 'err' && mode === 'laid-out' && hasAnsi(text) ? (
        <div className={`${code.code} ${code.terminal}`}>
          <AnsiText text={maskText(model, text)} />
        </div>
      ) : (
        (text !== '' || event.lane === 'in' || event.lane === 'out') && (
          <CodeView
            text={shown}
            laidOut={mode === 'laid-out' && hex === null}
            find={find}
            label={`${event.label}, raw`}
            marked={marked}
            reveal={reveal}
          />
        )
      )}
      {!whole && (
        <div className={styles.more}>
          <span>
            First {size(text.length)} of {size(event.length)}.
          </span>
          <Button disabled={busy} onClick={() => loadMore(false)}>
            {busy ? 'Loading…' : 'Load more'}
          </Button>
          <Button onClick={open}>Open all</Button>
        </div>
      )}
    </article>
  );
}

function httpLine(http: NonNullable<RowEvent['http']>): string {
  const answer = http.status === null ? (http.error ?? 'no answer') : `${http.status} ${http.statusText}`.trim();
  return `${http.method} ${http.url} → ${answer}`;
}
