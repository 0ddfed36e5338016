// The tour: at most four steps, each next to its subject. It covers and locks nothing: the window stays usable, Esc ends it, and the
// focus returns.

import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { useConnection } from '../../model/connection.ts';
import { useModel } from '../../model/model.ts';
import { usePreferences } from '../../model/preferences.ts';
import { useTimeline } from '../../model/timeline.ts';
import { keyLabel } from '../../text/keys.ts';
import { type Box, placeBeside } from './place-beside.ts';
import styles from './tour.module.css';
import { endTour, showStep, startTour, useTour } from './tour-state.ts';

interface Step {
  /** Its target; a step without its target in the window is skipped. */
  at: string;
  title: string;
  text: string;
}

const steps: readonly Step[] = [
  {
    at: '#timeline-grid',
    title: 'Every message is a row',
    text: 'Successful calls are gray. Failures, retries and open calls have color. Press n for the next failure.',
  },
  {
    at: '#detail-pane',
    title: 'The card says why',
    text: 'What happened, who can fix it, and when to retry. The first button is the next step.',
  },
  {
    at: '#servers',
    title: 'Your servers',
    text: 'Choose one to see only its rows. Its menu connects, restarts and replays all its failures.',
  },
  {
    at: '#filter',
    title: 'Find anything',
    text: `Filter by words or terms such as is:failed. ${keyLabel('Mod+k')} finds every action, ? shows the keys.`,
  },
];

const present = () => steps.filter(({ at }) => document.querySelector(at) !== null);

export function Tour() {
  const step = useTour((state) => state.step);
  return step === null ? null : <TourStep index={step} />;
}

function TourStep({ index }: { index: number }) {
  const model = useModel();
  const [shown, setShown] = useState<readonly Step[]>([]);
  // Searched after rendering, because the card opens together with the tour.
  useLayoutEffect(() => setShown(present()), []);
  const step = shown[index];
  const box = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  const target = useBox(step?.at ?? '');
  const [size, setSize] = useState({ width: 320, height: 150 });

  useEffect(() => {
    before.current = document.activeElement;
    return () => {
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
    };
  }, []);
  const placed = target !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: screen readers read each step once it is positioned.
  useEffect(() => box.current?.focus(), [index, placed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the size.
  useLayoutEffect(() => {
    const found = box.current?.getBoundingClientRect();
    if (found) setSize({ width: found.width, height: found.height });
  }, [index, placed]);

  if (!step || !target) return null;
  const last = index === shown.length - 1;
  const place = placeBeside(target, size, { width: window.innerWidth, height: window.innerHeight });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') endTour(model);
    else if (event.key === 'ArrowRight' && !last) showStep(model, index + 1);
    else if (event.key === 'ArrowLeft' && index > 0) showStep(model, index - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div
        className={styles.ring}
        style={{ left: target.left, top: target.top, width: target.width, height: target.height }}
        aria-hidden="true"
      />
      <div
        ref={box}
        role="dialog"
        aria-labelledby="tour-title"
        aria-describedby="tour-text"
        tabIndex={-1}
        className={styles.step}
        style={{ left: place.left, top: place.top }}
        onKeyDown={onKeyDown}
      >
        <div className={styles.head}>
          <h2 id="tour-title">{step.title}</h2>
          <Button look="icon" aria-label="End the tour" title="End the tour (Esc)" onClick={() => endTour(model)}>
            <X size={15} aria-hidden="true" />
          </Button>
        </div>
        <p id="tour-text">{step.text}</p>
        <div className={styles.foot}>
          <span>
            {index + 1} of {shown.length}
          </span>
          {index > 0 && <Button onClick={() => showStep(model, index - 1)}>Back</Button>}
          {last ? (
            <Button look="primary" onClick={() => endTour(model)}>
              Done
            </Button>
          ) : (
            <Button look="primary" onClick={() => showStep(model, index + 1)}>
              Next
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

/** The position of an element, followed as the window changes. */
function useBox(selector: string): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  useLayoutEffect(() => {
    const element = selector === '' ? null : document.querySelector(selector);
    if (!element) return setBox(null);
    const measure = () => {
      const { left, top, width, height } = element.getBoundingClientRect();
      setBox({ left, top, width, height });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [selector]);
  return box;
}

/** Offered once, when there is something to point at. It is one of the lasting notices, so that it covers nothing. */
export function TourOffer() {
  const model = useModel();
  const seen = usePreferences((state) => state.tourSeen);
  const failures = useConnection((state) => state.counters.failedRows);
  const loaded = useTimeline((state) => state.loaded);
  const touring = useTour((state) => state.step !== null);
  if (seen || touring || !loaded || failures === 0) return null;
  return (
    <div className={styles.offer}>
      <span>New here? A few steps show where to look.</span>
      <Button onClick={() => startTour(model)}>Take the tour</Button>
      <Button onClick={() => endTour(model)}>No, thanks</Button>
    </div>
  );
}
