// What a feature brings to the window. Places, bar, notices, palette and cards are loops over the features of the model, so no core file
// names one. A page without a host has the few features that it shows.

import type { ComponentType, ReactNode } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { Batch, Method } from '../../shared/contract/api.ts';
import type { Command } from '../../shared/contract/commands.ts';
import type { Row, RowDetail } from '../../shared/timeline.ts';
import { definePart, type Model, useModel } from './model.ts';

export interface WindowFeature {
  /** As on the other floors. */
  readonly name: string;
  readonly place?: WindowPlace;
  /** Always mounted, closed until something opens them: dialogs, and whatever covers the window. */
  readonly overlays?: readonly ComponentType[];
  /** Below the top bar in every place. */
  readonly Strip?: ComponentType;
  /** One is shown at a time. Urgent ones come before those of the core, the others after them. */
  readonly notices?: readonly { isUrgent: boolean; Notice: ComponentType }[];
  /** Buttons at the end of the top bar. */
  readonly tools?: readonly { Tool: ComponentType; isAlways?: boolean }[];
  /** Around what a row says while it waits for its answer. */
  readonly Waiting?: ComponentType<{ row: Row; children: ReactNode }>;
  /** At the end of the status bar. */
  readonly Status?: ComponentType;
  /** In place of the timeline while there is nothing to show. */
  readonly Blank?: ComponentType;
  /** The list next to the timeline. */
  readonly Side?: ComponentType<{ isRail: boolean }>;
  /** What its commands do. Its folder in shared/features names them, with keys and menus. */
  readonly commands?: CommandRuns;
  readonly card?: CardParts;
  /** Entries of the palette besides commands. */
  readonly palette?: (model: Model) => PaletteItem[];
  /** Those that the host knows: requested when the palette opens. */
  readonly latePalette?: (model: Model) => Promise<PaletteItem[]>;
  readonly live?: LiveState;
  /** Of the methods that it calls. */
  readonly waitTexts?: WaitTexts;
  /** Opens a file that the desktop passes to the window. */
  readonly takeFile?: (model: Model, file: File) => unknown;
}

export type CommandRuns = Partial<Record<Command, RunCommand>>;

/** What a command does, and when it can. */
export interface RunCommand {
  /** `row`: the selected one. Commands on calls never run without one. */
  readonly run: (model: Model, row: number) => unknown;
  /** Why not now; '' if it can run. */
  readonly why?: (model: Model) => string;
  /** `rows`: where rows are listed. `call`: on your selected call. `call or server`: also on a failure of a server. */
  readonly needs?: 'rows' | 'call' | 'call or server';
  /** Also while the window reconnects to its host. */
  readonly isLocal?: boolean;
}

/** A page of the window, with a tab in the top bar. */
export interface WindowPlace {
  /** In the address. */
  readonly page: string;
  /** null: no tab. */
  readonly label: string | null;
  readonly Place: ComponentType;
  /** Next to the label. */
  readonly Count?: ComponentType;
  /** In the top bar, in place of the filter and the tools. */
  readonly Bar?: ComponentType;
  /** Parts of it that open and close, each with its name in the address. */
  readonly panels?: readonly { name: string; isOpen: (model: Model) => StoreApi<{ isOpen: boolean }> }[];
  /** What commands of the timeline do here. false: as usual. */
  readonly commands?: Partial<Record<Command, (model: Model) => unknown>>;
  /** Whether row commands work here; yes if omitted. */
  readonly hasRows?: boolean;
  /** Its list at the side has an edge to drag: `wide` only in a wide window. */
  readonly side?: 'always' | 'wide';
}

/** On the card of a row. */
interface CardParts {
  readonly tabs?: readonly CardTab[];
  readonly sections?: readonly { after: CoreSection; Section: ComponentType<{ detail: RowDetail }> }[];
  /** A hook. In place of head and tabs; null: as usual. */
  readonly useInstead?: (detail: RowDetail) => ComponentType<InsteadProps> | null;
  /** Below the head. */
  readonly Strip?: ComponentType<{ detail: RowDetail }>;
}

export interface InsteadProps {
  detail: RowDetail;
  /** The first line of every card. */
  trail: ReactNode;
}

export type CoreSection = 'stray' | 'ending' | 'fix' | 'result' | 'models' | 'evidence' | 'details';

export interface CardTab {
  readonly tab: string;
  /** Of no use for reading through rows: the next one opens on its first tab. */
  readonly isOfOneCall?: boolean;
  /** A hook. null: not on this card. */
  readonly useOffer: (detail: RowDetail) => { label: string; count?: number } | null;
  readonly Content: ComponentType<{ detail: RowDetail; serverName: string }>;
}

/**
 * What the window shows while a method runs; null: another place shows it. `undo` is called with the same input if the user stops
 * waiting.
 */
export type WaitTexts = Readonly<Partial<Record<Method, string | null | { text: string; undo: Method }>>>;

/** State that the host reports. */
interface LiveState {
  /** On start, and after each interruption. */
  readonly load?: (model: Model) => unknown;
  /** With each batch of changes. */
  readonly note?: (model: Model, batch: Batch) => void;
}

export interface PaletteItem {
  id: string;
  section: PaletteSection;
  label: string;
  /** Secondary text. */
  about: string;
  /** Other words that find it. */
  also?: string;
  keys: string[];
  /** Why it is unavailable; '' if it is available. */
  why: string;
  /** Only shown if the query matches. */
  onlyFound: boolean;
  run: () => unknown;
}

export const paletteSections = [
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
export type PaletteSection = (typeof paletteSections)[number];

const installed = definePart((): { features: readonly WindowFeature[] } => ({ features: [] }));

/** Once, before anything is shown. */
export function installFeatures(model: Model, features: readonly WindowFeature[]): void {
  installed(model).features = features;
}

export const featuresOf = (model: Model): readonly WindowFeature[] => installed(model).features;
export const useFeatures = (): readonly WindowFeature[] => featuresOf(useModel());

export const placesOf = (model: Model): WindowPlace[] => featuresOf(model).flatMap(({ place }) => place ?? []);
export const panelsOf = (model: Model) =>
  placesOf(model).flatMap(({ page, panels = [] }) => panels.map((panel) => ({ page, ...panel })));
