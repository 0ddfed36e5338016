// Shapes about reaching servers: configurations found elsewhere, what a server offers and requests, sign-in, and why a connection fails.
// api.ts has the methods that carry them.

import type { DoctorFix } from '../advice.ts';
import type { ServerConfig } from './server-config.ts';

/** A server described by pasted text or another program's settings. It was not started or contacted. */
export interface FoundServer {
  name: string;
  config: ServerConfig;
  /** Misfire already has a server with this name and endpoint. */
  known: boolean;
  /** What Misfire left out or read differently than written; '' if nothing. */
  remark: string;
}

/** What one program on this machine has in its settings. */
export interface ClientConfig {
  /** `Claude Desktop`, `Cursor`, … */
  client: string;
  path: string;
  servers: FoundServer[];
  /** Why the file was read only in part; '' otherwise. */
  problem: string;
}

export interface ResourceView {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
  size: number | null;
}

export interface TemplateView {
  uriTemplate: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
}

export interface PromptView {
  name: string;
  title: string;
  description: string;
  arguments: { name: string; description: string; required: boolean }[];
}

export interface TaskView {
  taskId: string;
  /** The row of the call that started it; null if only the server's list has it. */
  row: number | null;
  /** The server's status: `working`, `input_required`, `completed`, `failed`, `cancelled`. */
  status: string;
  words: string;
  isOver: boolean;
}

/** What a server offers besides its tools; `problems` says why a list is missing. */
export interface Offers {
  resources: ResourceView[];
  templates: TemplateView[];
  prompts: PromptView[];
  /** Capabilities the server declared: `logging`, `completions`, `resources.subscribe`, `tasks`, … */
  abilities: string[];
  instructions: string;
  /** URIs that this connection is subscribed to. */
  subscribed: string[];
  tasks: TaskView[];
  problems: string[];
}

const askKinds = ['roots', 'sampling', 'elicitation_form', 'elicitation_url', 'other'] as const;
export type AskKind = (typeof askKinds)[number];

/** A server's request to its client that waits for the user. */
export interface AskView {
  id: string;
  server: string;
  /** The row that shows it: the server's request, or the call that returned `input_required`. */
  row: number;
  kind: AskKind;
  method: string;
  /** JSON text. */
  params: string;
  /** One sentence: what the server requests. */
  words: string;
  since: number;
  /** When the server's timeout or ours ends; null if neither is known. */
  until: number | null;
}

/** `result` is JSON text. */
export type AskAnswer = { kind: 'result'; result: string } | { kind: 'refuse'; code: number; message: string };

const signInStates = ['none', 'needed', 'waiting', 'signed_in', 'failed'] as const;
export interface SignInView {
  state: (typeof signInStates)[number];
  /** One sentence for the user; '' for `none`. */
  words: string;
  /** The sign-in page, while `waiting`. Always https, or http on this machine. */
  url: string | null;
  scopes: string[];
  expiresAt: number | null;
}

const checkIds = [
  'variables',
  'command',
  'permission',
  'spawn',
  'early_exit',
  'first_bytes',
  'address',
  'dns',
  'tcp',
  'tls',
  'http_status',
  'content_type',
  'sign_in',
  'handshake',
  'version',
  'other_era',
] as const;
export type CheckId = (typeof checkIds)[number];

export interface DoctorCheck {
  id: CheckId;
  /** Two or three words. */
  title: string;
  /** `warning`: it works here, but some clients have problems with it. `not_reached`: an earlier check failed. */
  state: 'ok' | 'warning' | 'broken' | 'not_reached';
  /** The result, in one sentence. */
  words: string;
  /** The evidence, one item per line: the PATH that was searched, the first bytes, the last lines of stderr. */
  evidence: string[];
}

/** `warnings`: some clients can use it, but not all. */
type DoctorVerdict = 'works' | 'warnings' | 'broken';

export const connectVerdictWords: Record<DoctorVerdict, string> = {
  works: 'No problems found.',
  warnings: 'Works with warnings.',
  broken: 'Does not work.',
};

/** `left_over`: what started it has ended. `duplicate`: what started it runs another one. Those to look at first. */
export const copyStates = ['left_over', 'duplicate', 'in_use'] as const;

/** A process of the server's command that ran before the checks began, and that this Misfire did not start. A note, never a failure. */
export interface RunningCopy {
  pid: number;
  startedAt: number;
  /** What started it; null: that has ended, or is not visible from here. */
  parent: { pid: number; name: string } | null;
  state: (typeof copyStates)[number];
  /** Its pid, its age and what to do, in one or two sentences. */
  words: string;
}

/** Ordered checks of one connection; the first failed one is the answer. */
export interface DoctorReport {
  server: string;
  at: number;
  verdict: DoctorVerdict;
  checks: DoctorCheck[];
  broken: CheckId | null;
  /** What to do, most likely first: about failures, otherwise about warnings. */
  fixes: DoctorFix[];
  /** Oldest first. Empty where processes cannot be listed. */
  copies: RunningCopy[];
}

/** The result of detecting which era a server speaks. */
export interface EraFinding {
  era: 'legacy' | 'modern' | null;
  transport: 'stdio' | 'http' | 'sse' | null;
  /** One sentence: what was detected and saved. */
  words: string;
}
