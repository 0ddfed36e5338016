// The matrix: one row per mistake, one column per server. A row opens to the specification's requirement and each server's behavior.

import { ChevronRight, TriangleAlert } from 'lucide-react';
import { Fragment } from 'react';
import type { Cell, ComparedRow, ComparedServer, Comparison } from '../../../shared/features/compare/compared.ts';
import { Button } from '../../components/button.tsx';
import { ForeignLine, ForeignName } from '../../components/foreign-text.tsx';
import { Pill } from '../../components/pill.tsx';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { showPage } from '../../model/open-place.ts';
import { showCall } from '../../model/selection.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { cellSecond, cellSentence, cellTone, verdictTone } from './cell-look.ts';
import { compareOf, holdOrDiff, useCompare } from './compare-state.ts';
import styles from './matrix.module.css';

export function Matrix({ comparison }: { comparison: Comparison }) {
  const open = useCompare((state) => state.open);
  const { servers, rows } = comparison;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys (WCAG 2.1.1).
    <section className={styles.scroll} aria-label="Comparison" tabIndex={0}>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col" className={`${styles.column} ${styles.corner}`}>
              {comparison.source === 'probe' ? 'Provocation' : 'Failure'}
            </th>
            {servers.map((server) => (
              <th key={server.id} scope="col" className={styles.column}>
                <ForeignName text={server.name} />
                <small className={styles.small}>{visibleLine(server.problem || server.style)}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.id}>
              <Line row={row} servers={servers} open={open === row.id} />
              {open === row.id && <Behind row={row} servers={servers} />}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Line({ row, servers, open }: { row: ComparedRow; servers: ComparedServer[]; open: boolean }) {
  const model = useModel();
  const toggle = () => compareOf(model).setState({ open: open ? null : row.id });
  return (
    <tr className={open ? `${styles.row} ${styles.open}` : styles.row}>
      <th scope="row" className={styles.rowHead}>
        <button type="button" className={styles.name} aria-expanded={open} onClick={toggle}>
          <ChevronRight size={13} aria-hidden="true" className={styles.chevron} />
          <span>
            <ForeignLine text={row.name} />
            <em className={styles[verdictTone(row)]} title={visibleLine(maskLine(model, row.verdict.more))}>
              {visibleLine(maskLine(model, row.verdict.words))}
            </em>
          </span>
        </button>
      </th>
      {row.cells.map((cell, at) => (
        <td
          key={cell.server}
          className={styles.cell}
          title={visibleLine(maskLine(model, cell.sentence || cell.conformance.sentence || cell.why))}
        >
          <CellFace cell={cell} server={servers[at]?.name ?? cell.server} />
        </td>
      ))}
    </tr>
  );
}

function CellFace({ cell, server }: { cell: Cell; server: string }) {
  const model = useModel();
  const shown = (text: string) => visibleLine(maskLine(model, text));
  const second = shown(cellSecond(cell));
  // Missing results are muted, so that existing ones are easy to find.
  if (cell.state === 'not_seen')
    return (
      <>
        <span className="visually-hidden">{shown(cellSentence(server, cell))}</span>
        <span className={styles.missing} aria-hidden="true">
          {second}
        </span>
      </>
    );
  return (
    <>
      <span className="visually-hidden">{shown(cellSentence(server, cell))}</span>
      <span className={styles.face} aria-hidden="true">
        <Pill tone={cellTone(cell)}>{cell.where}</Pill>
        {cell.code !== null && <span className={`mono ${styles.code}`}>{shown(cell.code)}</span>}
        {cell.conformance.verdict === 'broken' && <TriangleAlert size={13} className={styles.broken} />}
      </span>
      <span className={styles.second} aria-hidden="true">
        <WholeAdvice text={second} />
      </span>
    </>
  );
}

/** `not_found · never retry`: the advice stays on one line, so that "sign-in" is not broken. */
function WholeAdvice({ text }: { text: string }) {
  const at = text.lastIndexOf(' · ');
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)} <span className={styles.advice}>{text.slice(at + 1)}</span>
    </>
  );
}

/** The details of a row: the specification's sentence, and each server's response compared with it. */
function Behind({ row, servers }: { row: ComparedRow; servers: ComparedServer[] }) {
  return (
    <tr>
      <td className={`${styles.cell} ${styles.behind}`}>
        <p className={styles.more}>{visibleLine(row.verdict.more)}</p>
        {row.expects && (
          <p className={styles.asks}>
            {row.expects.sentence}
            <small className={styles.small}>
              {row.expects.revision} · {row.expects.section}
            </small>
          </p>
        )}
      </td>
      {row.cells.map((cell, at) => (
        <td key={cell.server} className={`${styles.cell} ${styles.behind}`}>
          <CellBack cell={cell} name={`${row.name} on ${servers[at]?.name ?? cell.server}`} />
        </td>
      ))}
    </tr>
  );
}

const kept = { kept: 'As the specification asks', broken: 'Against the specification', open: '' };

function CellBack({ cell, name }: { cell: Cell; name: string }) {
  const model = useModel();
  const held = useCompare((state) => state.held);
  const { row, conformance } = cell;
  const said = conformance.verdict === 'broken' ? conformance.sentence.split('. ').slice(-1).join('') : cell.why;
  const shown = (text: string) => visibleLine(maskLine(model, text));
  const openRow = () => {
    if (row === null) return;
    showPage(model, 'timeline');
    void showCall(model, row);
  };
  return (
    <div className={styles.back}>
      {kept[conformance.verdict] && (
        <b className={conformance.verdict === 'broken' ? styles.warn : styles.ok}>{kept[conformance.verdict]}</b>
      )}
      {cell.sentence !== '' && (
        <p>
          {shown(cell.sentence)}
          <small className={styles.small}>{cell.owner}</small>
        </p>
      )}
      {said !== '' && <p>{shown(said)}</p>}
      {row !== null && (
        <div className={styles.actions}>
          <Button look="quiet" aria-label={`Open ${name} in the timeline`} onClick={openRow}>
            Open
          </Button>
          {cell.state === 'failed' && (
            <Button
              look="quiet"
              aria-pressed={held?.row === row}
              aria-label={`${held === null || held.row === row ? 'Hold' : 'Compare the held one with'} ${name}`}
              onClick={() => holdOrDiff(model, row, name)}
            >
              {held === null ? 'Hold' : held.row === row ? 'Held' : 'Compare'}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
