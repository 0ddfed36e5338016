// A server at the side, as one line and one control: mark, name, failed calls and state. In a small window, the mark with one of them.

import type { KeyboardEvent } from 'react';
import type { ServerView } from '../../../shared/api/views.ts';
import { hasTerm } from '../../../shared/filter/terms.ts';
import { shortServerName } from '../../../shared/server-text/server-name.ts';
import { ActorMark } from '../../components/actor-mark.tsx';
import { ServerMark } from '../../components/server-mark.tsx';
import { serverTerm } from '../../model/filter.ts';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { openAsk, useAsks } from '../../model/pending-requests.ts';
import { useTimeline } from '../../model/timeline.ts';
import { countInWords, groupDigits } from '../../text/format.ts';
import { shownName } from '../../text/visible-text.ts';
import { openChecks } from '../doctor/open-checks.ts';
import { SignInStrip } from '../sign-in/sign-in-strip.tsx';
import { filterTo, wantedBy } from './server-actions.ts';
import styles from './server-list.module.css';
import { stateLook, wholeStory } from './server-look.ts';
import { ServerMenu } from './server-menu.tsx';

const labels = { answer: 'Answer', why: 'Why?' };

export function ServerEntry({ server, isRail }: { server: ServerView; isRail: boolean }) {
  const model = useModel();
  const isChosen = useTimeline((state) => hasTerm(state.filter, serverTerm(server.name)));
  const ask = useAsks((state) => state.asks.find((one) => one.server === server.id));
  const wanted = wantedBy(server, ask !== undefined);
  const { word, shape, tone } = stateLook(server);
  const name = shownName(server.name);
  const { failedCalls } = server.counts;
  const open = () => {
    if (ask) return openAsk(model, ask.id);
    return wanted === 'why' ? openChecks(model, server) : filterTo(model, server.name);
  };
  const words = [name, server.watched?.client, failedCalls > 0 && countInWords(failedCalls, 'failed call'), word];
  return (
    <li>
      <ServerMenu server={server}>
        <button
          type="button"
          className={`${styles.entry} ${isRail ? styles.marked : ''}`}
          aria-pressed={wanted === null ? isChosen : undefined}
          aria-label={[...words, wanted && labels[wanted]].filter(Boolean).join(', ')}
          data-chosen={isChosen || undefined}
          data-away={tone === 'mute' || undefined}
          title={maskLine(model, wholeStory(server))}
          onClick={open}
          onKeyDown={moveAmongEntries}
        >
          <ServerMark colour={server.colour} />
          {!isRail && (
            <bdi className={styles.name}>{shownName(shortServerName(server.watched?.server ?? server.name))}</bdi>
          )}
          {!isRail && server.watched && <ActorMark of={{ actor: 'client', client: server.watched.client }} />}
          {!isRail && wanted && <span className={styles.wanted}>{labels[wanted]}</span>}
          {failedCalls > 0 && !(isRail && wanted === 'why') && (
            <span className={styles.count}>{groupDigits(failedCalls)}</span>
          )}
          {(!isRail || (tone !== 'ok' && (failedCalls === 0 || wanted === 'why'))) && (
            <i className={`${styles.state} ${styles[shape]} ${styles[tone]}`} />
          )}
        </button>
      </ServerMenu>
      {!isRail && <SignInStrip server={server} place="list" />}
    </li>
  );
}

/** Up and down to another server, to the right into the menu. */
export function moveAmongEntries(event: KeyboardEvent<HTMLElement>): void {
  const entry = event.currentTarget;
  if (event.key === 'ArrowRight') {
    const { left, bottom } = entry.getBoundingClientRect();
    entry.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, clientX: left + 16, clientY: bottom }));
  } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
    const all = [...document.querySelectorAll<HTMLElement>(`#servers .${styles.entry}`)];
    all[all.indexOf(entry) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
