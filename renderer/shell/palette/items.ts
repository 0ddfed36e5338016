// The entries of the palette: every action of commands.ts, and the current servers, recordings and recent filters.
// Owns names, order and reasons; palette.tsx draws the list and handles the choice.

import { type Command, type Shortcut, shortcuts } from '../../../shared/api/commands.ts';
import type { RecordingView, ServerView } from '../../../shared/api/views.ts';
import { hasTerm } from '../../../shared/filter/terms.ts';
import { currentPrimary, runPrimary } from '../../card/fix/run-primary.ts';
import { showRecording } from '../../features/recordings/recording-actions.ts';
import { choices, choose, chosen } from '../../features/settings/choices.ts';
import {
  openSettings,
  type Section as SettingsSection,
  sections as sectionNames,
} from '../../features/settings/settings-state.ts';
import { zoomFactors } from '../../features/settings/zoom-setting.tsx';
import { selectedDetail } from '../../model/detail.ts';
import { openCall, openDialects } from '../../model/dialogs.ts';
import { openFilter, serverTerm, toggleServer, wantedFilter } from '../../model/filter.ts';
import type { Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { showPage } from '../../model/open-place.ts';
import { planBulk } from '../../model/replay-actions.ts';
import { timelineOf } from '../../model/timeline.ts';
import { countedWords } from '../../text/counted-words.ts';
import { count } from '../../text/format.ts';
import { keyLabel } from '../../text/keys.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { whyNot } from '../commands/availability.ts';
import { runCommand } from '../commands/run-command.ts';
import { fuzzy, type Match } from './fuzzy.ts';

const sections = [
  'The selected row',
  'Places',
  'Servers',
  'Rows',
  'Window',
  'Recent filters',
  'Log',
  'Recordings',
  'Settings',
  'Filter',
] as const;
type Section = (typeof sections)[number];

export interface Item {
  id: string;
  section: Section;
  label: string;
  /** Secondary text. */
  about: string;
  keys: string[];
  /** Why it is unavailable; '' if it is available. */
  why: string;
  /** Only shown if the query matches. */
  onlyFound: boolean;
  run: () => unknown;
}

/** Used by key only, or in the menu View and in Settings; without a query they would be noise. */
const unlisted: readonly Command[] = [
  ...(['palette', 'next-row', 'previous-row', 'pick-next', 'pick-previous', 'open', 'unfold', 'fold', 'back'] as const),
  ...([
    'next-section',
    'previous-section',
    'toggle-sections',
    'next-tab',
    'card-menu',
    'go-back',
    'go-forward',
  ] as const),
];
const onlyByQuery: readonly Command[] = [
  ...(['newest', 'zoom-in', 'zoom-out', 'zoom-all', 'calls-only', 'columns', 'unfold-all', 'mark', 'pause'] as const),
  ...(['copy-request', 'copy-response', 'copy-link', 'import-servers', 'try-samples', 'dialects', 'tour'] as const),
  ...(['theme-system', 'theme-light', 'theme-dark', 'time-clock', 'time-elapsed'] as const),
];

const sectionOf: Record<Shortcut['group'], Section> = {
  Rows: 'Rows',
  Card: 'The selected row',
  Calls: 'The selected row',
  Places: 'Places',
  Window: 'Window',
  Log: 'Log',
  Settings: 'Settings',
};

export function actionItems(model: Model): Item[] {
  return shortcuts
    .filter(({ command }) => !unlisted.includes(command))
    .map(({ command, does, keys, group }) => ({
      id: command,
      section: sectionOf[group],
      label: does,
      about: '',
      keys: keys.slice(0, 1).map((key) => keyLabel(key)),
      why: whyNot(model, command),
      onlyFound: onlyByQuery.includes(command),
      run: () => runCommand(model, command),
    }));
}

/** What the card's button does, before everything else. */
export function primaryItems(model: Model): Item[] {
  const detail = selectedDetail(model);
  const primary = detail && currentPrimary(model);
  if (!detail || !primary) return [];
  return [
    {
      id: 'primary',
      section: 'The selected row',
      label: primary.label,
      about: '',
      keys: [],
      why: '',
      onlyFound: false,
      run: () => runPrimary(model, detail, primary.kind),
    },
  ];
}

export function serverItems(model: Model, servers: readonly ServerView[], away: boolean): Item[] {
  return servers.flatMap((server) => {
    const name = visibleLine(server.name);
    const { filter } = timelineOf(model).getState();
    const shown = hasTerm(filter, serverTerm(server.name));
    const up = server.state === 'connected' || server.state === 'connecting';
    const gone = away ? 'Misfire is reconnecting to its host' : '';
    const item = (what: string, label: string, run: () => unknown, why = '', onlyFound = true): Item => ({
      id: `${what} ${server.id}`,
      section: 'Servers',
      label,
      about: what === 'show' ? count(server.counts.failedCalls, 'failed call') : '',
      keys: [],
      why: gone || why,
      onlyFound,
      run,
    });
    const ask = async (method: 'connect' | 'disconnect' | 'restart') => {
      const answer = await model.platform.call(method, { server: server.id });
      if (!answer.ok) say(model, answer.error.message, 'bad');
    };
    const show = () => {
      showPage(model, 'timeline');
      return openFilter(model, toggleServer(wantedFilter(model), server.name));
    };
    return [
      item('show', shown ? `Show all servers again, not only ${name}` : `Show only ${name}`, show),
      item(
        'call',
        `Call a tool on ${name}…`,
        () => openCall(model, server.id),
        server.state === 'connected' ? '' : 'It is not connected',
      ),
      up
        ? item('disconnect', `Disconnect ${name}`, () => ask('disconnect'))
        : item('connect', `Connect ${name}`, () => ask('connect'), server.state === 'closing' ? 'It is closing' : ''),
      item('restart', `Restart ${name}`, () => ask('restart')),
      item(
        'bulk',
        `Replay all failures of ${name}…`,
        () => planBulk(model, serverTerm(server.name), server.name),
        server.counts.failedRows === 0 ? 'It has no failures' : '',
      ),
      item('dialect', `Dialect of ${name}…`, () => openDialects(model, server.id)),
    ];
  });
}

export function recordingItems(model: Model, recordings: readonly RecordingView[]): Item[] {
  return recordings.map((recording) => ({
    id: `recording ${recording.id}`,
    section: 'Recordings',
    label: `Open recording ${visibleLine(recording.name)}`,
    about: `${recording.kind === 'imported' ? 'from a file · ' : ''}${countedWords(recording.counted)}`,
    keys: [],
    why: recording.isShown ? 'It is the one that is shown' : '',
    onlyFound: true,
    run: () => showRecording(model, recording.id),
  }));
}

export function filterItems(model: Model, filters: readonly string[], typed: string): Item[] {
  const now = timelineOf(model).getState().filter;
  const apply = (text: string) => () => {
    showPage(model, 'timeline');
    return openFilter(model, text);
  };
  const recent = filters.map(
    (text, index): Item => ({
      id: `filter ${text}`,
      section: 'Recent filters',
      label: visibleLine(text),
      about: '',
      keys: [],
      why: text === now ? 'It is on already' : '',
      onlyFound: index >= 4,
      run: apply(text),
    }),
  );
  if (typed.trim() === '') return recent;
  return [
    ...recent,
    {
      id: 'filter by typed',
      section: 'Filter',
      label: `Filter by ${visibleLine(typed.trim())}`,
      about: '',
      keys: [],
      why: '',
      onlyFound: true,
      run: apply(typed.trim()),
    },
  ];
}

/** Settings that are not commands: one entry per choice, and links to sections. */
export function settingItems(model: Model): Item[] {
  const item = (id: string, label: string, run: () => unknown, why = ''): Item => ({
    id,
    section: 'Settings',
    label,
    about: '',
    keys: [],
    why,
    onlyFound: true,
    run,
  });
  const values = choices
    // Already in the command table.
    .filter(({ name }) => name !== 'theme' && name !== 'times')
    .flatMap((choice) =>
      choice.options.map(({ value, label }) =>
        item(
          `${choice.name} ${value}`,
          `${choice.label}: ${label.toLowerCase()}`,
          () => choose(model, choice, value),
          chosen(model, choice) === value ? 'As it is now' : '',
        ),
      ),
    );
  const zoom = model.platform.zoom;
  const zooms =
    zoom === null
      ? []
      : zoomFactors.map((factor) => item(`zoom ${factor}`, `Zoom: ${Math.round(factor * 100)} %`, () => zoom(factor)));
  const places = (Object.keys(sectionNames) as SettingsSection[]).map((name) =>
    item(`settings ${name}`, `Settings: ${sectionNames[name].toLowerCase()}…`, () => openSettings(model, name)),
  );
  return [...values, ...zooms, ...places];
}

export interface Found {
  item: Item;
  /** Positions of the matched letters. */
  at: number[];
}

/** The query `settings` lists all settings. */
function bySection(typed: string, { section, onlyFound }: Item): Match | null {
  const isMeant = typed.length > 2 && section.toLowerCase().startsWith(typed.toLowerCase());
  const match = isMeant && (!onlyFound || section === 'Settings') ? fuzzy(typed, section) : null;
  return match && { ...match, at: [] };
}

/** Matches in sections; within one the best first. What cannot be done now is left out. */
export function findItems(items: readonly Item[], query: string): { section: Section; found: Found[] }[] {
  const typed = query.trim();
  const scored = items.flatMap((item) => {
    if (item.why !== '') return [];
    if (typed === '') return item.onlyFound ? [] : [{ item, at: [], score: 0 }];
    if (item.section === 'Filter') return [{ item, at: [], score: -1000 }];
    const match = fuzzy(typed, item.label) ?? bySection(typed, item);
    if (!match) return [];
    // General items come before those that exist per server.
    const common = item.onlyFound ? 0 : 2;
    return [{ item, at: match.at, score: match.score + common }];
  });
  const grouped = sections.map((section) => {
    const found = scored.filter(({ item }) => item.section === section);
    // Without a query the order is the table's.
    if (typed !== '') found.sort((a, b) => b.score - a.score);
    return { section, found, best: Math.max(...found.map(({ score }) => score)) };
  });
  if (typed !== '') grouped.sort((a, b) => b.best - a.best);
  return grouped.filter(({ found }) => found.length > 0).map(({ section, found }) => ({ section, found }));
}
