// The side list of Failures: owners, servers, callers and marks, each with its number of groups in the tab. A click narrows the list.

import { FlagOff, type LucideIcon, RotateCcwSquare, Sparkles, StickyNote } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Actor } from '../../../shared/actors.ts';
import { type FacetValue, type GroupFacet, groupFacets, type groupMarks } from '../../../shared/api/views.ts';
import { type Owner, owners } from '../../../shared/failure.ts';
import { ActorMark } from '../../components/actor-mark.tsx';
import { Caption } from '../../components/caption.tsx';
import { ServerMark } from '../../components/server-mark.tsx';
import { colourOf, serverById, useConnection } from '../../model/connection.ts';
import { useModel } from '../../model/model.ts';
import { groupDigits } from '../../text/format.ts';
import { actorName } from '../../text/row-words.ts';
import { shownName } from '../../text/visible-text.ts';
import styles from './facet-list.module.css';
import { toggleFacet, useFailures } from './failures-state.ts';
import { ownerNames } from './group-words.ts';
import { ownerIcons } from './owner-icons.ts';

const titles: Record<GroupFacet, string> = { owner: 'Fix in', server: 'Server', by: 'By', mark: 'Mark' };

type MarkName = (typeof groupMarks)[number];
const markNames: Record<MarkName, string> = {
  regressed: 'Regressed',
  new: 'New',
  unflagged: 'Not flagged',
  note: 'With a note',
};
const markIcons: Record<MarkName, LucideIcon> = {
  regressed: RotateCcwSquare,
  new: Sparkles,
  unflagged: FlagOff,
  note: StickyNote,
};

export function FacetList() {
  return (
    <aside className={styles.side} aria-label="Filter the failures">
      {groupFacets.map((facet) => (
        <Facet key={facet} facet={facet} />
      ))}
    </aside>
  );
}

function Facet({ facet }: { facet: GroupFacet }) {
  const model = useModel();
  const counted = useFailures((state) => state.facets[facet]);
  const chosen = useFailures((state) => state.having[facet]);
  const look = useLooks(facet);
  // An active facet stays visible, even if no group has it any more.
  const values: FacetValue[] =
    chosen === undefined || counted.some(({ value }) => value === chosen)
      ? counted
      : [...counted, { value: chosen, count: 0 }];
  if (values.length === 0) return null;
  const shown = values
    .map((value) => ({ ...value, ...look(value.value) }))
    .sort((a, b) => a.rank - b.rank || compare(a, b));
  return (
    <section aria-label={titles[facet]}>
      <Caption as="h2">{titles[facet]}</Caption>
      <ul>
        {shown.map(({ value, count, icon, name }) => (
          <li key={value}>
            <button
              type="button"
              className={styles.value}
              aria-pressed={chosen === value}
              title={name}
              onClick={() => toggleFacet(model, facet, value)}
            >
              <span className={styles.icon}>{icon}</span>
              <bdi className={styles.name}>{name}</bdi>
              <span className={styles.count}>{groupDigits(count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const compare = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);

interface Look {
  name: string;
  icon: ReactNode;
  rank: number;
}

function useLooks(facet: GroupFacet): (value: string) => Look {
  const servers = useConnection((state) => state.servers);
  const past = useConnection((state) => state.past);
  switch (facet) {
    case 'owner':
      return (value) => {
        const Icon = ownerIcons[value as Owner];
        return {
          name: ownerNames[value as Owner],
          icon: <Icon size={14} aria-hidden="true" />,
          rank: owners.indexOf(value as Owner),
        };
      };
    case 'server':
      return (value) => ({
        name: shownName(serverById(servers, value)?.name ?? past?.find(({ id }) => id === value)?.name ?? value),
        icon: <ServerMark colour={colourOf(servers, value, past)} />,
        rank: 0,
      });
    case 'by':
      return (value) => {
        const space = value.indexOf(' ');
        const actor = (space < 0 ? value : value.slice(0, space)) as Actor;
        const caller = { actor, client: space < 0 ? null : value.slice(space + 1) };
        return { name: shownName(actorName(caller)), icon: <ActorMark of={caller} />, rank: 0 };
      };
    case 'mark':
      return (value) => {
        const Icon = markIcons[value as MarkName];
        return { name: markNames[value as MarkName], icon: <Icon size={14} aria-hidden="true" />, rank: 0 };
      };
  }
}
