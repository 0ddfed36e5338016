// All clients that Misfire knows. Lists of clients have this order; among those whose model is known, the measured ones come first.
// docs/clients.md has the same list, and electron/client-lists.test.ts compares both.

import { antigravity } from './antigravity.ts';
import { claudeCode } from './claude-code.ts';
import { claudeDesktop } from './claude-desktop.ts';
import type { Client } from './client.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { continueDev } from './continue.ts';
import { copilotCli } from './copilot-cli.ts';
import { cursor } from './cursor.ts';
import { factory } from './factory.ts';
import { geminiCli } from './gemini-cli.ts';
import { goose } from './goose.ts';
import { kimi } from './kimi.ts';
import { kiro } from './kiro.ts';
import { lmStudio } from './lm-studio.ts';
import { opencode } from './opencode.ts';
import { rooCode } from './roo-code.ts';
import { vscode } from './vscode.ts';
import { vscodeInsiders } from './vscode-insiders.ts';
import { vscodium } from './vscodium.ts';
import { windsurf } from './windsurf.ts';
import { windsurfNext } from './windsurf-next.ts';
import { zed } from './zed.ts';

const list = [
  claudeDesktop,
  claudeCode,
  cursor,
  vscode,
  vscodeInsiders,
  vscodium,
  windsurf,
  windsurfNext,
  codex,
  geminiCli,
  opencode,
  copilotCli,
  cline,
  goose,
  zed,
  rooCode,
  lmStudio,
  continueDev,
  kiro,
  antigravity,
  factory,
  kimi,
] as const;

/** Each with its own id, and with the members that it has. */
export type KnownClient = (typeof list)[number];
export type ClientId = KnownClient['id'];

export const clients: readonly (Client & { id: ClientId })[] = list;

export const clientOfId = (id: string): (Client & { id: ClientId }) | undefined =>
  clients.find((client) => client.id === id);

export const nameOfClient = (id: string): string => clientOfId(id)?.name ?? id;

/** By its id, its name or another name it goes by, as users write it. */
export const clientNamed = (text: string): (Client & { id: ClientId }) | undefined =>
  clientOfId(text) ??
  clients.find(({ name, alsoKnownAs = [] }) => [name, ...alsoKnownAs].some((each) => isSameName(each, text)));

/** `codex-mcp-client`, as a handshake may say, is Codex. */
export const knownClientName = (text: string): string => clientNamed(text)?.name ?? text;

/** The clients whose transcripts or logs Misfire reads. */
export const transcriptClientIds = (): ClientId[] =>
  clients.filter(({ transcripts, logs }) => transcripts !== undefined || logs !== undefined).map(({ id }) => id);

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
