// What the desktop window can ask of its shell besides the inspector, and what the shell reports: files, clipboard, theme, menu. Owns
// names, validated inputs and result types, as api.ts does for the inspector. Bytes travel as bytes.

import { z } from 'zod';

/** A file that the user chose in a dialog; the window never names a path. */
const file = z.number().int().nonnegative();

export const desktopInputs = {
  /** Asks where to save. The file appears only after `endSave`. */
  chooseSave: z.object({ name: z.string().min(1).max(255) }),
  savePart: z.object({ file, bytes: z.instanceof(Uint8Array) }),
  /** `keep` false discards what was written so far. */
  endSave: z.object({ file, keep: z.boolean() }),
  showInFolder: z.object({ file }),
  chooseOpen: z.object({ accept: z.array(z.string().regex(/^\.[a-z0-9]{1,20}$/)).max(20) }),
  readPart: z.object({ file, from: z.number().int().nonnegative() }),
  copyText: z.object({ text: z.string() }),
  /** The theme is the window's; the menu shows both. */
  setLooks: z.object({ theme: z.enum(['system', 'light', 'dark']), times: z.enum(['clock', 'elapsed']) }),
  /** Zooms the window; without a factor it returns the current one. */
  zoom: z.object({ factor: z.number().min(0.25).max(5).optional() }),
} as const;

export interface DesktopFile {
  file: number;
  name: string;
  size: number;
}

export interface DesktopResults {
  /** null: the user canceled. */
  chooseSave: { file: number } | null;
  savePart: null;
  /** Path of the complete file. */
  endSave: { path: string };
  showInFolder: null;
  chooseOpen: DesktopFile | null;
  /** Empty at the end of the file. */
  readPart: { bytes: Uint8Array };
  copyText: null;
  setLooks: null;
  zoom: { factor: number };
}

export type DesktopMethod = keyof typeof desktopInputs;
export const desktopMethods = Object.keys(desktopInputs) as DesktopMethod[];
export type DesktopInput<M extends DesktopMethod> = z.input<(typeof desktopInputs)[M]>;

export type DesktopEvent =
  /** Chosen in the menu: a name from the command table. */
  | { kind: 'command'; command: string }
  /** A capture was opened by double click, as an argument or from the recent files. */
  | { kind: 'file'; file: DesktopFile }
  /** One sentence about something that happened outside the window. */
  | { kind: 'told'; words: string }
  /** The inspector's process exited and restarted; these servers were connected before. */
  | { kind: 'restarted'; servers: string[] }
  /** Chosen in the context menu: inspect the element at this point. */
  | { kind: 'inspect'; x: number; y: number };

/** What the preload script exposes to the page. */
export interface DesktopBridge {
  /** Text to the inspector. */
  post(text: string): void;
  /** Text from the inspector. Subscribing also starts the flow of events. */
  onMessage(listener: (text: string) => void): void;
  /** Whether an inspector is connected. */
  onLink(listener: (isUp: boolean) => void): void;
  /** Resolves to an `Answer`. */
  ask(method: DesktopMethod, input: unknown): Promise<unknown>;
  onEvent(listener: (event: DesktopEvent) => void): void;
}
