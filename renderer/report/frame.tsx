// What all reports share: the bar with title and theme, feedback for actions, and the print view.

import { Printer } from 'lucide-react';
import { Tooltip } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../components/button.tsx';
import { SearchWords } from '../components/marked-line.tsx';
import { ThemeChoice } from '../components/theme-choice.tsx';
import { useTimeline } from '../model/timeline.ts';
import { LiveRegion } from '../shell/live-region.tsx';
import { searchWordsIn } from '../text/search-words.ts';
import { visibleLine } from '../text/visible-text.ts';
import styles from './report.module.css';

interface FrameProps {
  title: string;
  /** In the bar, between the title and the theme. */
  tools: ReactNode;
  /** Replaces everything for printing, because paper does not scroll. */
  paper: () => ReactNode;
  children: ReactNode;
}

export function Frame({ title, tools, paper, children }: FrameProps) {
  const searchWords = useTimeline((state) => searchWordsIn(state.filter));
  const printing = usePrinting();
  return (
    <SearchWords value={searchWords}>
      <Tooltip.Provider delayDuration={350} skipDelayDuration={200}>
        {printing ? (
          <main className={styles.paper}>{paper()}</main>
        ) : (
          <div className={styles.report}>
            <header className={styles.bar}>
              <span className={styles.brand}>
                <i className={styles.mark} aria-hidden="true" />
                <h1 title={visibleLine(title)}>{visibleLine(title)}</h1>
              </span>
              {tools}
              <Button look="icon" aria-label="Print" title="Print, or save as PDF" onClick={() => window.print()}>
                <Printer size={15} aria-hidden="true" />
              </Button>
              <ThemeChoice />
            </header>
            {children}
            <LiveRegion />
          </div>
        )}
      </Tooltip.Provider>
    </SearchWords>
  );
}

/** Rendered before the browser captures the page. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(() => window.matchMedia('print').matches);
  useEffect(() => {
    const media = window.matchMedia('print');
    const follow = () => flushSync(() => setPrinting(media.matches));
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    media.addEventListener('change', follow);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      media.removeEventListener('change', follow);
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}
