// A long body in a separate dialog: a folding tree or the raw text, with find, next, previous and copy.

import { ChevronDown, ChevronUp, Copy, FoldVertical, UnfoldVertical } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { capital } from '../../../shared/text/capital.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { closeDialog, useDialogs } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { copyText } from '../../model/notices.ts';
import { holdersOf, type LineIndex, lineAtOffset, visibleLines } from '../../results/line-index.ts';
import { inSlices } from '../../results/slices.ts';
import { TreeLines } from '../../results/tree-lines.tsx';
import { countInWords, groupDigits, size } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './body.module.css';
import { forgetBody, showAs, useBody } from './body-state.ts';
import { findInBody, mostHits } from './find-in-text.ts';

export function BodyDialog() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'body');
  const event = useBody((state) => state.event);
  const of = useBody((state) => state.of);
  const close = () => {
    closeDialog(model);
    forgetBody(model);
  };
  const label = event?.label ?? '';
  return (
    <Dialog
      open={open}
      onClose={close}
      title={`${capital(label)} · ${size(event?.length ?? 0)}`}
      about={visibleLine(of)}
      width={1400}
    >
      {open && <Body onCancel={close} />}
    </Dialog>
  );
}

function Body({ onCancel }: { onCancel: () => void }) {
  const state = useBody((body) => body.state);
  const index = useBody((body) => body.index);
  const received = useBody((body) => body.received);
  const length = useBody((body) => body.event?.length ?? 0);
  const problem = useBody((body) => body.problem);
  if (state === 'failed')
    return (
      <p className={styles.waiting} role="alert">
        {problem}
      </p>
    );
  if (index) return <Reader key={index.isJson ? 'tree' : 'text'} index={index} />;
  return (
    <div className={styles.waiting} role="status">
      <span>
        {state === 'fetching' ? `Fetching, ${size(received)} of ${size(length)}` : 'Laying it out and masking secrets'}
      </span>
      <progress max={length} value={state === 'fetching' ? received : undefined} aria-label="Opening the body" />
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}

const noHits: number[] = [];

function Reader({ index }: { index: LineIndex }) {
  const model = useModel();
  const as = useBody((body) => body.as);
  const text = useBody((body) => body.text);
  const label = useBody((body) => body.event?.label ?? '');
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const [current, setCurrent] = useState(0);
  const [find, setFind] = useState('');
  const [hit, setHit] = useState(0);
  const hits = useHits(text, find);
  const shown = useMemo(() => visibleLines(index, folded), [index, folded]);

  const fold = (line: number, isFolded: boolean) => {
    setFolded((before) => {
      const next = new Set(before);
      if (isFolded) next.add(line);
      else next.delete(line);
      return next;
    });
    setCurrent(line);
  };
  const foldAll = () => {
    const all = new Set<number>();
    // For a message the fields of its result stay visible; for other bodies those of the root.
    const depth = text.slice(0, 200).includes('"jsonrpc"') ? 2 : 1;
    for (let line = 1; line < index.count; line++)
      if (index.closes[line]! >= 0 && index.depths[line] === depth) all.add(line);
    setFolded(all);
    setCurrent(0);
  };
  const show = (at: number) => {
    const found = hits.places[at];
    if (found === undefined) return;
    const line = lineAtOffset(index, found);
    const holders = new Set(holdersOf(index, line));
    if ([...folded].some((each) => holders.has(each)))
      setFolded((before) => new Set([...before].filter((each) => !holders.has(each))));
    setHit(at);
    setCurrent(line);
  };
  // Before the number of matches is drawn: later, it would undo an Enter that was pressed on seeing it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the first match when the matches change.
  useLayoutEffect(() => show(0), [hits.places]);
  const step = (by: number) => show((hit + by + hits.places.length) % hits.places.length);
  const onFindKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || hits.places.length === 0) return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  };
  const many = hits.places.length >= mostHits ? '+' : '';
  return (
    <>
      <div className={styles.tools}>
        <div className={styles.find}>
          <input
            type="search"
            value={find}
            placeholder="Find"
            aria-label="Find in the body"
            // biome-ignore lint/a11y/noAutofocus: users open a large body to search it.
            autoFocus
            onChange={(event) => setFind(event.target.value)}
            onKeyDown={onFindKey}
          />
          <span role="status">
            {find === ''
              ? ''
              : hits.busy
                ? 'Looking…'
                : hits.places.length === 0
                  ? 'Not found'
                  : `${groupDigits(hit + 1)} of ${groupDigits(hits.places.length)}${many}`}
          </span>
          <Button
            look="icon"
            aria-label="Previous hit"
            title="Previous hit (Shift Enter)"
            disabled={hits.places.length === 0}
            onClick={() => step(-1)}
          >
            <ChevronUp size={15} aria-hidden="true" />
          </Button>
          <Button
            look="icon"
            aria-label="Next hit"
            title="Next hit (Enter)"
            disabled={hits.places.length === 0}
            onClick={() => step(1)}
          >
            <ChevronDown size={15} aria-hidden="true" />
          </Button>
        </div>
        <Segmented
          label="How to show it"
          value={as}
          onChange={(as) => showAs(model, as)}
          segments={[
            { value: 'tree', label: 'Tree' },
            { value: 'text', label: 'Raw text' },
          ]}
        />
        {index.isJson && (
          <>
            <Button look="icon" aria-label="Fold all" title="Fold all" onClick={foldAll}>
              <FoldVertical size={15} aria-hidden="true" />
            </Button>
            <Button look="icon" aria-label="Unfold all" title="Unfold all" onClick={() => setFolded(new Set())}>
              <UnfoldVertical size={15} aria-hidden="true" />
            </Button>
          </>
        )}
        <span className={styles.count}>
          {as === 'tree' && !index.isJson ? 'Not JSON, shown as text · ' : ''}
          {countInWords(index.count, 'line')}
        </span>
        <Button onClick={() => copyText(model, text, 'Body')}>
          <Copy size={14} aria-hidden="true" /> Copy all
        </Button>
      </div>
      <TreeLines
        index={index}
        shown={shown}
        folded={folded}
        current={Math.min(current, index.count - 1)}
        find={find}
        label={`${label}, ${as === 'tree' ? 'laid out' : 'as it came'}`}
        onCurrent={setCurrent}
        onFold={fold}
      />
    </>
  );
}

/** Searches after a pause in typing, in slices. */
function useHits(text: string, find: string): { places: number[]; busy: boolean } {
  const [state, setState] = useState({ places: noHits, busy: false });
  useEffect(() => {
    if (find === '') return setState({ places: noHits, busy: false });
    const working = new AbortController();
    setState((before) => ({ ...before, busy: true }));
    const timer = setTimeout(async () => {
      const places = await inSlices(findInBody(text, find), working.signal);
      if (places !== null) setState({ places, busy: false });
    }, 120);
    return () => {
      clearTimeout(timer);
      working.abort();
    };
  }, [text, find]);
  return state;
}
