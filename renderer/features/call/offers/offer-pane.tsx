// What the panes of resources, templates and prompts share: a searchable list at the left and the selected item at the right. Sends
// requests and selects their rows in the timeline.

import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import { ForeignText } from '../../../components/foreign-text.tsx';
import { Pill } from '../../../components/pill.tsx';
import { useModel } from '../../../model/model.ts';
import { showCall } from '../../../model/selection.ts';
import { visibleLine } from '../../../text/visible-text.ts';
import list from './item-list.module.css';
import { ItemList, type OfferItem, useFound } from './item-list.tsx';
import styles from './offers.module.css';
import type { OffersState } from './use-offers.ts';

export interface PaneProps {
  server: string;
  state: OffersState;
}

/** `nothing`: shown if the server has none. */
export function OfferPane<T>({
  label,
  nothing,
  state,
  offers,
  toItem,
  children,
}: {
  label: string;
  nothing: string;
  state: OffersState;
  offers: readonly T[];
  toItem: (offer: T) => OfferItem;
  children: (offer: T) => ReactNode;
}) {
  const [chosen, setChosen] = useState('');
  const [search, setSearch] = useState('');
  const items = useMemo(() => offers.map(toItem), [offers, toItem]);
  const found = useFound(items, search);
  const at = items.findIndex(({ key }) => key === chosen);
  const offer = offers[at];
  // The list loads after the dialog: start with the first.
  useEffect(() => {
    const [first] = items;
    if (first && at < 0) setChosen(first.key);
  }, [items, at]);
  return (
    <div className={`${list.pane} ${list.twoColumns}`}>
      <div className={list.choose}>
        <TextField
          label={label}
          {...(state.offers && { hint: String(items.length) })}
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <OffersNotice state={state} />
        {state.offers && !state.problem && found.length === 0 && (
          <p className={styles.empty}>{items.length === 0 ? nothing : 'None has these words.'}</p>
        )}
        <ItemList label={label} items={found} chosen={chosen} onChoose={setChosen} />
      </div>
      <div className={styles.detail}>{offer !== undefined && children(offer)}</div>
    </div>
  );
}

/** What is not there yet, or why it is missing. */
export function OffersNotice({ state }: Pick<PaneProps, 'state'>) {
  if (state.problem)
    return (
      <p className={styles.problem} role="alert">
        {state.problem}{' '}
        <Button look="quiet" onClick={() => void state.refresh()}>
          Try again
        </Button>
      </p>
    );
  if (state.offers === null)
    return (
      <p className={styles.empty} role="status">
        Asking the server…
      </p>
    );
  return state.offers.problems.map((words) => (
    <p key={words} className={styles.warning}>
      {visibleLine(words)}
    </p>
  ));
}

export function OfferHead({
  title,
  address,
  facts,
  about,
}: {
  title: string;
  address: string;
  facts: string[];
  about: string;
}) {
  return (
    <div className={styles.head}>
      <h3 className={styles.name}>
        <bdi>{visibleLine(title.slice(0, 1_000))}</bdi>
      </h3>
      {address && (
        <p className={`${styles.uri} mono`}>
          <bdi>{visibleLine(address.slice(0, 4_000))}</bdi>
        </p>
      )}
      {facts.some(Boolean) && (
        <div className={styles.facts}>
          {facts.filter(Boolean).map((fact) => (
            <Pill key={fact} tone="mute">
              {visibleLine(fact)}
            </Pill>
          ))}
        </div>
      )}
      {about && (
        <div className={styles.words}>
          <ForeignText text={about.slice(0, 4_000)} />
        </div>
      )}
    </div>
  );
}

export interface OfferQuestion {
  /** The row of the last one; null before. */
  row: number | null;
  problem: string;
  busy: boolean;
  ask: (method: string, params: object) => Promise<number | null>;
}

/** Sends with `call`; selects the row in the timeline, and can show its response here. */
export function useQuestion(server: string): OfferQuestion {
  const model = useModel();
  const [row, setRow] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const ask = async (method: string, params: object) => {
    setBusy(true);
    setProblem('');
    const answer = await model.platform.call('call', { server, method, params: JSON.stringify(params) });
    setBusy(false);
    setRow(answer.ok ? answer.value.id : null);
    if (!answer.ok) {
      setProblem(answer.error.message);
      return null;
    }
    void showCall(model, answer.value.id);
    return answer.value.id;
  };
  return { row, problem, busy, ask };
}
