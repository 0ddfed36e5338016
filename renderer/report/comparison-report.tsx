// The report of a comparison: the same matrix and cards as the place Compare, with a search box for rows.

import { Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { clientNeeds } from '../../shared/features/compare/client-needs.ts';
import type { ComparedRow, Comparison } from '../../shared/features/compare/compared.ts';
import { MemberCard, TallyCard } from '../features/compare/cards.tsx';
import { Matrix } from '../features/compare/matrix.tsx';
import { Needs } from '../features/compare/needs.tsx';
import filterBox from '../shell/filter-box.module.css';
import { groupDigits } from '../text/format.ts';
import { visibleLine } from '../text/visible-text.ts';
import { Frame } from './frame.tsx';
import { MaskedList } from './masked-list.tsx';
import styles from './report.module.css';
import type { ComparisonData } from './report-data.ts';
import { momentWords } from './report-words.ts';

const title = 'The same mistake on every server';

export function ComparisonReport({ data }: { data: ComparisonData }) {
  const [text, setText] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const { comparison } = data;
  const shown = useMemo(() => ({ ...comparison, rows: rowsWith(comparison, text) }), [comparison, text]);
  const hidden = comparison.rows.length - shown.rows.length;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      box.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  const tools = (
    <div className={filterBox.box}>
      <Search size={14} aria-hidden="true" />
      <input
        ref={box}
        id="filter"
        value={text}
        spellCheck={false}
        autoComplete="off"
        placeholder="Filter, for example clashes or -32602"
        aria-label="Filter"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setText('')}
      />
      {hidden > 0 && <span className={filterBox.hidden}>{groupDigits(hidden)} hidden</span>}
      <kbd>/</kbd>
    </div>
  );
  return (
    <Frame title={title} tools={tools} paper={() => <Compared data={data} comparison={shown} />}>
      <main className={styles.scroll}>
        <Compared data={data} comparison={shown} />
      </main>
    </Frame>
  );
}

function Compared({ data, comparison }: { data: ComparisonData; comparison: Comparison }) {
  const left = comparison.servers.filter(({ problem }) => problem !== '');
  return (
    <div className={styles.compared}>
      <h2 className={styles.lead}>{visibleLine(comparison.words)}</h2>
      <p className={styles.quiet}>
        {momentWords(data.madeAt)}, by Misfire {data.version}. Nothing is loaded and nothing is sent.
      </p>
      {left.map(({ id, name, problem }) => (
        <p key={id}>
          <b>
            <bdi>{visibleLine(name)}</bdi>
          </b>{' '}
          was not compared: {visibleLine(problem)}
        </p>
      ))}
      <Needs needs={clientNeeds(comparison)} />
      {comparison.rows.length === 0 ? (
        <p className={styles.nothing}>No row passes the filter.</p>
      ) : (
        <Matrix comparison={comparison} servers={comparison.servers} running={false} Rule={null} />
      )}
      <div className={styles.cards}>
        <TallyCard comparison={comparison} isOpen />
        <MemberCard comparison={comparison} isOpen />
        <MaskedList masked={data.masked} />
      </div>
    </div>
  );
}

/** Every word must occur in the row: its name, its verdict, a code, a class, a server's text. */
function rowsWith({ rows, servers }: Comparison, text: string): ComparedRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const cells = row.cells.flatMap((cell, at) => [
      servers[at]?.name,
      cell.where,
      cell.code,
      cell.called,
      cell.class,
      cell.retry,
      cell.conformance.verdict,
    ]);
    const said = [row.name, row.verdict.words, ...cells].join('\n').toLowerCase();
    return words.every((word) => said.includes(word));
  });
}
