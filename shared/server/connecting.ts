// What windows and the inspector say to each other about reaching servers: what was found elsewhere, what a server offers
// and asks, signing in, and why a connection fails. Owns shapes only; api.ts has the methods that carry them.

import { z } from 'zod';
import type { Fix } from '../advice.ts';
import type { ServerConfig } from './server-config.ts';

/** A server that some text or another program's settings describe. Nothing of it was started or reached. */
export interface FoundServer {
  name: string;
  config: ServerConfig;
  /** A server of the same name and endpoint is already in Misfire. */
  known: boolean;
  /** What Misfire left out or read otherwise than written; '' when nothing. */
  remark: string;
}

/** What one program on this machine has in its settings. */
export interface ClientConfig {
  /** `Claude Desktop`, `Cursor`, … */
  client: string;
  path: string;
  servers: FoundServer[];
  /** Why the file gave less than it holds; '' when it was read whole. */
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
  /** The row of the call that began it; null for one that only the server's list knows. */
  row: number | null;
  /** As the server says it: `working`, `input_required`, `completed`, `failed`, `cancelled`. */
  status: string;
  words: string;
  isOver: boolean;
}

/** What a server offers beside its tools; a list that could not be had says why in `problems`. */
export interface Offers {
  resources: ResourceView[];
  templates: TemplateView[];
  prompts: PromptView[];
  /** Names of what the server declared: `logging`, `completions`, `resources.subscribe`, `tasks`, … */
  abilities: string[];
  instructions: string;
  /** URIs that this connection is subscribed to. */
  subscribed: string[];
  tasks: TaskView[];
  problems: string[];
}

export const askKinds = ['roots', 'sampling', 'elicitation_form', 'elicitation_url', 'other'] as const;
export type AskKind = (typeof askKinds)[number];

/** Something a server wants from its client, waiting for a person. */
export interface AskView {
  id: string;
  server: string;
  /** The row that shows it: the server's request, or the call that came back wanting input. */
  row: number;
  kind: AskKind;
  method: string;
  /** JSON text. */
  params: string;
  /** One sentence: what the server wants. */
  words: string;
  since: number;
  /** When the server's patience, or ours, ends; null when nobody said. */
  until: number | null;
}

export const askAnswerSchema = z.discriminatedUnion('kind', [
  /** `result` is JSON text. */
  z.object({ kind: z.literal('result'), result: z.string().max(10_000_000) }),
  z.object({ kind: z.literal('refuse'), code: z.number().int(), message: z.string().max(2000) }),
]);
export type AskAnswer = z.output<typeof askAnswerSchema>;

export const signInStates = ['none', 'needed', 'waiting', 'signed_in', 'failed'] as const;
export interface SignInView {
  state: (typeof signInStates)[number];
  /** One sentence for a person; '' for `none`. */
  words: string;
  /** The page where a person signs in, while `waiting`. Always https, or http on this machine. */
  url: string | null;
  scopes: string[];
  expiresAt: number | null;
}

export const checkIds = [
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
] as const;
export type CheckId = (typeof checkIds)[number];

export interface DoctorCheck {
  id: CheckId;
  /** Two or three words. */
  title: string;
  /** `warning`: it works here, and some clients stumble over it. `not_reached`: a check before it broke. */
  state: 'ok' | 'warning' | 'broken' | 'not_reached';
  /** What was found, in one sentence. */
  words: string;
  /** The evidence, a line each: the PATH that was searched, the first bytes, the last lines of stderr. */
  evidence: string[];
}

/** `warnings`: a client can use it, and not every client can. */
export type DoctorVerdict = 'works' | 'warnings' | 'broken';

export const verdictWords: Record<DoctorVerdict, string> = {
  works: 'No problems found.',
  warnings: 'Works with warnings.',
  broken: 'Does not work.',
};

/** Ordered checks of one connection; the first broken one is the answer. */
export interface DoctorReport {
  server: string;
  at: number;
  verdict: DoctorVerdict;
  checks: DoctorCheck[];
  broken: CheckId | null;
  /** What to do, most likely first: about what is broken, else about the warnings. */
  fixes: Fix[];
}

/** What came of asking a server which era it speaks. */
export interface EraFinding {
  era: 'legacy' | 'modern' | null;
  transport: 'stdio' | 'http' | 'sse' | null;
  /** One sentence: what was found and what was kept. */
  words: string;
}
