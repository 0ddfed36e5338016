// Converts a server's configuration to a form and back. Secrets stored elsewhere arrive empty and stay stored until the user enters
// another value. Pure; server-fields.tsx draws.

import { isObject, parseJson } from '../../../shared/json/json.ts';
import type { AnswerRule, ServerConfig } from '../../../shared/server/server-config.ts';
import { type ReadServer, suggestName } from '../../../shared/server-text/command-line.ts';

export type TransportKind = ServerConfig['transport']['kind'];
export type FormEra = NonNullable<ServerConfig['era']>;

/** An environment variable or a header. */
export interface PairRow {
  name: string;
  value: string;
  secret: boolean;
  /** The value is stored securely and not shown; empty keeps it. */
  kept: boolean;
}

export interface RuleForm {
  kind: AnswerRule['kind'];
  /** JSON text of the response, for `canned`. */
  result: string;
}

export interface ServerForm {
  name: string;
  kind: TransportKind;
  command: string;
  args: string[];
  env: PairRow[];
  cwd: string;
  url: string;
  headers: PairRow[];
  era: FormEra;
  revision: string;
  callSeconds: string;
  progressExtends: boolean;
  totalSeconds: string;
  messageMegabytes: string;
  /** '': detected from the traffic. */
  dialect: string;
  /** Authorization, cookies and similar are stored with the log. */
  keepCredentials: boolean;
  clientId: string;
  clientSecret: string;
  clientSecretKept: boolean;
  scope: string;
  roots: { uri: string; name: string }[];
  sampling: RuleForm;
  elicitation: RuleForm;
  /** Destructive tools that agents may call through `misfire mcp`. */
  agentTools: string[];
}

export const usesHttp = ({ kind }: ServerForm): boolean => kind !== 'stdio';

export type FormPlace = keyof ServerForm;
export interface FormProblem {
  place: FormPlace;
  words: string;
}

const bytesPerMegabyte = 1_048_576;

export const emptyForm: ServerForm = {
  name: '',
  kind: 'stdio',
  command: '',
  args: [],
  env: [],
  cwd: '',
  url: '',
  headers: [],
  era: 'legacy',
  revision: '',
  callSeconds: '60',
  progressExtends: true,
  totalSeconds: '600',
  messageMegabytes: '64',
  dialect: '',
  keepCredentials: false,
  clientId: '',
  clientSecret: '',
  clientSecretKept: false,
  scope: '',
  roots: [],
  sampling: { kind: 'ask', result: '' },
  elicitation: { kind: 'ask', result: '' },
  agentTools: [],
};

/** `isSaved`: secrets without a value are stored, not missing. */
export function formOfServer(config: ServerConfig, isSaved: boolean): ServerForm {
  const { transport, clientSide, signIn } = config;
  const secrets = new Set(config.secrets ?? []);
  const rows = (pairs: Record<string, string>, prefix: 'env' | 'header'): PairRow[] =>
    Object.entries(pairs).map(([name, value]) => {
      const secret = secrets.has(`${prefix}:${name}`);
      return { name, value, secret, kept: secret && isSaved && value === '' };
    });
  return {
    ...emptyForm,
    name: config.name,
    kind: transport.kind,
    ...('command' in transport && {
      command: transport.command,
      args: transport.args,
      env: rows(transport.env, 'env'),
      cwd: transport.cwd ?? '',
    }),
    ...('url' in transport && { url: transport.url }),
    ...('headers' in transport && { headers: rows(transport.headers, 'header') }),
    era: config.era ?? 'legacy',
    revision: config.revision ?? '',
    callSeconds: String(config.callTimeoutMs / 1_000),
    progressExtends: config.progressExtends ?? true,
    totalSeconds: config.totalTimeoutMs === undefined ? emptyForm.totalSeconds : String(config.totalTimeoutMs / 1_000),
    messageMegabytes:
      config.messageLimit === undefined
        ? emptyForm.messageMegabytes
        : String(Math.round((config.messageLimit / bytesPerMegabyte) * 1_000) / 1_000),
    dialect: config.dialect ?? '',
    keepCredentials: config.keepCredentials ?? false,
    clientId: signIn?.clientId ?? '',
    clientSecret: signIn?.clientSecret ?? '',
    clientSecretKept: isSaved && secrets.has('clientSecret') && !signIn?.clientSecret,
    scope: signIn?.scope ?? '',
    roots: (clientSide?.roots ?? []).map(({ uri, name }) => ({ uri, name: name ?? '' })),
    sampling: ruleForm(clientSide?.sampling),
    elicitation: ruleForm(clientSide?.elicitation),
    agentTools: config.agentTools ?? [],
  };
}

function ruleForm(rule: AnswerRule | undefined): RuleForm {
  return { kind: rule?.kind ?? 'ask', result: rule?.kind === 'canned' ? rule.result : '' };
}

/** `base` has fields without a control that must not be lost: which sample it is, its provocations. */
export function readForm(
  form: ServerForm,
  base: ServerConfig | null = null,
): { config: ServerConfig } | { problems: FormProblem[] } {
  const problems: FormProblem[] = [];
  const say = (place: FormPlace, words: string) => void problems.push({ place, words });
  const secrets: string[] = [];
  const isCommand = form.kind === 'stdio' || form.kind === 'http-command';
  const hasHeaders = usesHttp(form);
  if (form.name.trim() === '') say('name', 'The server needs a name.');
  if (isCommand && form.command.trim() === '') say('command', 'Which program starts the server?');
  if (!isCommand) checkAddress(form.url, say);
  const env = isCommand ? readPairs(form.env, 'env', secrets, say) : {};
  const headers = hasHeaders ? readPairs(form.headers, 'headers', secrets, say) : {};
  const call = readAmount(form.callSeconds, 1_000, 'callSeconds', say);
  const total = readAmount(form.totalSeconds, 1_000, 'totalSeconds', say);
  const longest = readAmount(form.messageMegabytes, bytesPerMegabyte, 'messageMegabytes', say);
  const sampling = readRule(form.sampling, 'sampling', say);
  const elicitation = readRule(form.elicitation, 'elicitation', say);
  const roots = form.roots
    .filter(({ uri, name }) => uri.trim() !== '' || name.trim() !== '')
    .map(({ uri, name }) => ({ uri: uri.trim(), ...(name.trim() !== '' && { name: name.trim() }) }));
  if (roots.some(({ uri }) => uri === '')) say('roots', 'A folder has a name but no address.');
  if (hasHeaders && (form.clientSecret !== '' || form.clientSecretKept)) secrets.push('clientSecret');
  if (problems.length > 0) return { problems };

  const cwd = form.cwd.trim();
  const command = { command: form.command.trim(), args: form.args, env, ...(cwd !== '' && { cwd }) };
  const url = form.url.trim();
  const transport: ServerConfig['transport'] =
    form.kind === 'stdio'
      ? { kind: 'stdio', ...command }
      : form.kind === 'http-command'
        ? { kind: 'http-command', ...command, headers }
        : { kind: form.kind, url, headers };
  const signIn = hasHeaders
    ? {
        ...(form.clientId.trim() !== '' && { clientId: form.clientId.trim() }),
        ...((form.clientSecret !== '' || form.clientSecretKept) && { clientSecret: form.clientSecret }),
        ...(form.scope.trim() !== '' && { scope: form.scope.trim() }),
      }
    : {};
  const agentTools = form.agentTools.map((tool) => tool.trim()).filter(Boolean);
  const isUsual = roots.length === 0 && sampling.kind === 'ask' && elicitation.kind === 'ask';
  const config: ServerConfig = {
    ...(base ?? {}),
    name: form.name.trim(),
    transport,
    callTimeoutMs: call,
    // Defaults are omitted, so that a saved list has only the user's choices.
    era: form.era === 'legacy' ? undefined : form.era,
    revision: form.revision.trim() || undefined,
    progressExtends: form.progressExtends ? undefined : false,
    totalTimeoutMs: form.totalSeconds.trim() === emptyForm.totalSeconds ? undefined : total,
    messageLimit: form.messageMegabytes.trim() === emptyForm.messageMegabytes ? undefined : longest,
    clientSide: isUsual ? undefined : { roots, sampling, elicitation },
    signIn: Object.keys(signIn).length === 0 ? undefined : signIn,
    secrets: secrets.length === 0 ? undefined : secrets,
    agentTools: agentTools.length === 0 ? undefined : agentTools,
    dialect: form.dialect || undefined,
    keepCredentials: form.keepCredentials && hasHeaders ? true : undefined,
  };
  return { config: withoutUnsaid(config) };
}

type Say = (place: FormPlace, words: string) => void;

function checkAddress(text: string, say: Say): void {
  const trimmed = text.trim();
  if (trimmed === '') say('url', 'Which address has the server?');
  else if (trimmed.startsWith('$' + '{')) return;
  else if (!/^https?:\/\//i.test(trimmed)) say('url', 'The address must start with http:// or https://.');
  // May contain variable references, which are resolved when connecting.
  else if (!URL.canParse(trimmed.replace(/\$\{[^{}]*\}/g, '1'))) say('url', 'This address cannot be read.');
}

// RFC 9110, section 5.6.2: a header's name is a token.
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

function readPairs(
  rows: readonly PairRow[],
  place: 'env' | 'headers',
  secrets: string[],
  say: Say,
): Record<string, string> {
  const pairs = new Map<string, string>();
  const seen = new Set<string>();
  for (const row of rows) {
    const name = row.name.trim();
    if (name === '') {
      if (row.value !== '') say(place, 'A value has no name.');
      continue;
    }
    // Header names are case-insensitive.
    const same = place === 'headers' ? name.toLowerCase() : name;
    if (seen.has(same)) say(place, `“${name.slice(0, 40)}” is there twice.`);
    seen.add(same);
    if (place === 'headers' && !headerName.test(name)) say(place, `“${name.slice(0, 40)}” cannot be a header’s name.`);
    if (place === 'headers' && /[\r\n]/.test(row.value)) say(place, `The value of ${name} has a line break.`);
    // `__proto__` would be lost: no reader of JSON settings keeps it.
    if (name === '__proto__' || (place === 'env' && name.includes('=')))
      say(place, `“${name.slice(0, 40)}” cannot be a name here.`);
    pairs.set(name, row.value);
    if (row.secret) secrets.push(`${place === 'env' ? 'env' : 'header'}:${name}`);
  }
  return Object.fromEntries(pairs);
}

function readAmount(
  text: string,
  factor: number,
  place: 'callSeconds' | 'totalSeconds' | 'messageMegabytes',
  say: Say,
): number {
  const amount = Number(text.trim().replace(',', '.'));
  const limits = { callSeconds: [0.1, 2_000_000], totalSeconds: [0.1, 2_000_000], messageMegabytes: [0.001, 950] };
  const [least, most] = limits[place] as [number, number];
  if (text.trim() !== '' && amount >= least && amount <= most) return Math.round(amount * factor);
  say(place, `This must be a number from ${least} to ${most}.`);
  return 0;
}

function readRule(rule: RuleForm, place: 'sampling' | 'elicitation', say: Say): AnswerRule {
  if (rule.kind !== 'canned') return { kind: rule.kind };
  const parsed = parseJson(rule.result);
  if (!parsed.ok) say(place, `The saved answer is not JSON: ${parsed.problem}`);
  else if (!isObject(parsed.value)) say(place, 'The saved answer must be a JSON object, like {"action":"decline"}.');
  return { kind: 'canned', result: rule.result };
}

function withoutUnsaid(config: ServerConfig): ServerConfig {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined)) as ServerConfig;
}

/** A suggested name if there is none: the host, or the most specific word of the command. */
export function nameFor(form: ServerForm): string {
  const { kind, url, command, args } = form;
  const read: ReadServer =
    kind === 'http' || kind === 'sse' ? { kind: 'http', url: url.trim() } : { kind: 'stdio', command, args, env: {} };
  return suggestName(read).slice(0, 200);
}
