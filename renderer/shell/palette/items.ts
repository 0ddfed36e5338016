// The entries of the palette: every action of commands.ts, recent filters, and how features' entries are found.
// Owns names, order and reasons; palette.tsx draws the list and handles the choice.

import type { Shortcut } from '../../../shared/api/commands.ts';
import { type Command, shortcuts } from '../../../shared/contract/commands.ts';
import type { PrimaryKind } from '../../card/fix/primary-action.ts';
import { currentPrimary, runPrimary } from '../../card/fix/run-primary.ts';
import { selectedDetail } from '../../model/detail.ts';
import { openFilter } from '../../model/filter.ts';
import type { Model } from '../../model/model.ts';
import { showPage } from '../../model/open-place.ts';
import { timelineOf } from '../../model/timeline.ts';
import { type PaletteItem, type PaletteSection, paletteSections } from '../../model/window-feature.ts';
import { keyLabel } from '../../text/keys.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { whyNot } from '../commands/availability.ts';
import { runCommand } from '../commands/run-command.ts';
import { fuzzy, type Match } from './fuzzy.ts';

export type PaletteAction = PaletteItem;

const sectionOf: Record<Shortcut['group'], PaletteSection> = {
  Rows: 'Rows',
  Card: 'The selected row',
  Calls: 'The selected row',
  Places: 'Places',
  Window: 'Window',
  Log: 'Log',
  Settings: 'Settings',
};

/** What the card's button does under another name. */
const commandOf: Partial<Record<PrimaryKind, Command>> = {
  open_form: 'edit-replay',
  replay: 'replay',
  report: 'copy-failure',
  sign_in: 'sign-in',
  wait: 'wait-retry',
};

/** The button and its commands are one entry. */
const isOfPrimary = (kind: PrimaryKind, command: Command): boolean =>
  command === 'fix-call' || command === commandOf[kind];

export function actionItems(model: Model): PaletteAction[] {
  const primary = currentPrimary(model);
  return shortcuts
    .filter(({ command, palette }) => palette !== 'never' && !(primary && isOfPrimary(primary.kind, command)))
    .map(({ command, does, keys, group, palette }) => ({
      id: command,
      section: sectionOf[group],
      label: does,
      about: '',
      keys: keys.slice(0, 1).map((key) => keyLabel(key)),
      why: whyNot(model, command),
      onlyFound: palette === 'found',
      run: () => runCommand(model, command),
    }));
}

/** What the card's button does, before everything else. */
export function primaryItems(model: Model): PaletteAction[] {
  const detail = selectedDetail(model);
  const primary = detail && currentPrimary(model);
  if (!detail || !primary) return [];
  return [
    {
      id: 'primary',
      section: 'The selected row',
      label: primary.label,
      about: '',
      also: shortcuts
        .filter(({ command }) => isOfPrimary(primary.kind, command))
        .map(({ does }) => does)
        .join(' '),
      keys: primary.key === '' ? [] : [keyLabel(primary.key)],
      why: '',
      onlyFound: false,
      run: () => runPrimary(model, detail, primary.kind),
    },
  ];
}

export function filterItems(model: Model, filters: readonly string[], typed: string): PaletteAction[] {
  const now = timelineOf(model).getState().filter;
  const apply = (text: string) => () => {
    showPage(model, 'timeline');
    return openFilter(model, text);
  };
  const recent = filters.map(
    (text, index): PaletteAction => ({
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

export interface FoundItem {
  item: PaletteAction;
  /** Positions of the matched letters. */
  at: number[];
}

function byOtherWords(typed: string, { also = '' }: PaletteAction): Match | null {
  const match = fuzzy(typed, also);
  return match && { ...match, at: [] };
}

/** The query `settings` lists all settings. */
function bySection(typed: string, { section, onlyFound }: PaletteAction): Match | null {
  const isMeant = typed.length > 2 && section.toLowerCase().startsWith(typed.toLowerCase());
  const match = isMeant && (!onlyFound || section === 'Settings') ? fuzzy(typed, section) : null;
  return match && { ...match, at: [] };
}

/** Matches in sections; within one the best first. What cannot be done now is left out. */
export function findItems(
  items: readonly PaletteAction[],
  query: string,
): { section: PaletteSection; found: FoundItem[] }[] {
  const typed = query.trim();
  const scored = items.flatMap((item) => {
    if (item.why !== '') return [];
    if (typed === '') return item.onlyFound ? [] : [{ item, at: [], score: 0 }];
    if (item.section === 'Filter') return [{ item, at: [], score: -1000 }];
    const match = fuzzy(typed, item.label) ?? byOtherWords(typed, item) ?? bySection(typed, item);
    if (!match) return [];
    // General items come before those that exist per server.
    const common = item.onlyFound ? 0 : 2;
    return [{ item, at: match.at, score: match.score + common }];
  });
  const grouped = paletteSections.map((section) => {
    const found = scored.filter(({ item }) => item.section === section);
    // Without a query the order is the table's.
    if (typed !== '') found.sort((a, b) => b.score - a.score);
    return { section, found, best: Math.max(...found.map(({ score }) => score)) };
  });
  if (typed !== '') grouped.sort((a, b) => b.best - a.best);
  return grouped.filter(({ found }) => found.length > 0).map(({ section, found }) => ({ section, found }));
}
