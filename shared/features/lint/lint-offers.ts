// Checks what a server offers against the protocol and known rules of clients: names, lengths, schemas, URLs. Owns the rules that are not
// about schemas. Each note has a stable id, a path and a fix.

import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import { jsonHead } from '../../json/json-text.ts';
import { isModernRevision } from '../../protocol/revision.ts';
import { isToolName, isWholeUri } from '../../rules/definition-rules.ts';
import { freshnessFix, freshnessFlaws } from '../../rules/meta-rules.ts';
import { step } from '../../schema/schema-parts.ts';
import { lossSummary } from '../../seen/loss-summary.ts';
import { type FoundCard, lintCard } from './lint-card.ts';
import { lintDropped } from './lint-dropped.ts';
import { lintSchema } from './lint-schema.ts';
import type { AddNote, OfferNote, Refusal } from './note.ts';
import { repairedSchema } from './repair-schema.ts';

export interface ListAnswer {
  /** `tools/list` */
  method: string;
  /** Its first page. */
  result: Json;
}

export interface LintedOffers {
  serverInfo?: Json;
  instructions?: Json;
  tools?: readonly Json[];
  resources?: readonly Json[];
  resourceTemplates?: readonly Json[];
  prompts?: readonly Json[];
  /** The first page of each list, as received. */
  lists?: readonly ListAnswer[];
  /** The negotiated revision. */
  revision?: string | null;
  /** The server's name in the client's settings. */
  calledAs?: string;
  /** For a remote server. */
  card?: { found: FoundCard; address: string };
}

/** What OpenAI's service accepts; Anthropic's takes 128 of these characters. */
const serviceName = /^[a-zA-Z0-9_-]{1,64}$/;
const nameRefusals: readonly Refusal[] = [
  {
    service: 'Anthropic',
    basis: 'reported',
    source: 'https://github.com/modelcontextprotocol/modelcontextprotocol/issues/1345',
  },
  { service: 'OpenAI', basis: 'reported', source: 'https://github.com/nanbingxyz/5ire/issues/403' },
];
/** Clients put the server's name before the tool's, which leaves this much of 64 characters. */
const comfortableName = 48;
const longDescription = 1_024;
const longInstructions = 2_048;
const descriptionRefusals: readonly Refusal[] = [
  { service: 'OpenAI', basis: 'reported', source: 'https://github.com/getsentry/sentry-mcp/issues/106' },
];
const manyTools = 40;
/** Of all servers together. */
const toolLimits: readonly (Refusal & { most: number })[] = [
  { most: 80, service: 'Cursor', basis: 'reported', source: 'https://github.com/Snowflake-Labs/mcp/issues/77' },
  {
    most: 128,
    service: 'VS Code',
    basis: 'reported',
    source: 'https://github.com/microsoft/vscode-copilot-release/issues/11653',
  },
  { most: 128, service: 'OpenAI', basis: 'reported', source: 'https://github.com/zed-industries/zed/issues/32946' },
];
const mostNotes = 500;

export function lintOffers(offers: LintedOffers): OfferNote[] {
  const notes: OfferNote[] = [];
  const about =
    (what: string): AddNote =>
    (rule, level, message, fix, path = '', more = {}) => {
      if (notes.length < mostNotes) notes.push({ rule, level, about: what, path, message, fix, ...more });
    };
  lintServer(offers, about(''));
  lintFailures(offers.tools ?? [], about('tools'));
  lintList('tool', offers.tools ?? [], 'name', about, lintTool);
  lintList('resource', offers.resources ?? [], 'uri', about, lintResource);
  lintList('resource template', offers.resourceTemplates ?? [], 'uriTemplate', about, lintTemplate);
  lintList('prompt', offers.prompts ?? [], 'name', about, lintPrompt);
  const { tools = [], revision = null, serverInfo, card } = offers;
  lintDropped(tools, offers.calledAs ?? '', about);
  lintFreshness(offers.lists ?? [], revision, about(''));
  if (card) lintCard(card.found, { address: card.address, serverInfo, revision, tools }, about(''));
  return notes;
}

/** A typical failure of a tool with an `outputSchema`: a text, and the same in structured content. */
const usualFailure = {
  result: {
    content: [{ type: 'text', text: 'Upstream said 503' }],
    structuredContent: { code: 'UPSTREAM', retry_after: 7 },
    isError: true,
  },
};

function lintFailures(tools: readonly Json[], add: AddNote): void {
  const count = tools.filter((tool) => member(member(tool, 'outputSchema'), 'type') === 'object').length;
  if (count === 0) return;
  const { sentence, change } = lossSummary(usualFailure);
  if (sentence === '') return;
  const subject = count === 1 ? '1 tool has' : `${count} tools have`;
  add(
    'failure-lost-on-models',
    'note',
    `${subject} an outputSchema. If a failure has structuredContent too: ${sentence}.`,
    change,
  );
}

function lintServer({ serverInfo, instructions, tools = [] }: LintedOffers, add: AddNote): void {
  for (const name of ['name', 'version'])
    if (serverInfo !== undefined && !isText(member(serverInfo, name)))
      add(
        'server-info',
        'warning',
        `serverInfo has no ${name}.`,
        `Say the server's ${name} in the answer to initialize: people and logs identify the server by it.`,
        `/serverInfo/${name}`,
      );
  if (typeof instructions === 'string' && instructions.length > longInstructions)
    add(
      'instructions-length',
      'note',
      `The instructions have ${instructions.length} characters; some clients cut them at ${longInstructions}.`,
      'Put what matters first, or shorten them.',
      '/instructions',
    );
  if (tools.length > manyTools)
    add(
      'tool-count',
      'warning',
      `There are ${tools.length} tools; clients take 80 or 128 of all servers together, and models choose worse among many.`,
      'Offer fewer, or let people choose groups of them.',
      '/tools',
      { refusedBy: toolLimits.filter(({ most }) => tools.length > most) },
    );
}

function lintList(
  kind: string,
  items: readonly Json[],
  key: string,
  about: (what: string) => AddNote,
  lint: (item: JsonObject, add: AddNote) => void,
): void {
  const seen = new Map<string, number>();
  items.forEach((item, index) => {
    const name = member(item, key);
    const add = about(`${kind} ${isText(name) ? name.slice(0, 100) : `number ${index + 1}`}`);
    if (!isObject(item)) {
      add(
        'offer-kind',
        'error',
        `It is ${item === null ? 'null' : `a ${typeof item}`}, not an object.`,
        'Leave it out: strict clients refuse the whole list.',
      );
      return;
    }
    if (!isText(name)) {
      add(
        `${kind.replaceAll(' ', '-')}-${key === 'name' ? 'name' : 'address'}`,
        'error',
        `It has no ${key}.`,
        `Give it a ${key}: strict clients refuse the whole list.`,
        step(key),
        kind === 'tool' ? { clientFlaw: 'no name' } : {},
      );
      return;
    }
    if (seen.has(name))
      add(
        'duplicate',
        'error',
        `There are two with the ${key} ${name.slice(0, 100)}; a call reaches only one of them.`,
        'Rename one.',
        step(key),
      );
    seen.set(name, index);
    lint(item, add);
  });
}

function lintTool(tool: JsonObject, add: AddNote): void {
  const name = tool.name as string;
  if (!isToolName(name))
    add(
      'tool-name',
      'error',
      `The protocol allows letters, digits, _ - and . in names, at most 128.`,
      'Rename it.',
      '/name',
      { refusedBy: nameRefusals },
    );
  else if (!serviceName.test(name))
    add(
      'tool-name',
      'warning',
      'Model services take letters, digits, _ and -, at most 64; clients rename it or drop it.',
      'Rename it.',
      '/name',
      { refusedBy: nameRefusals.filter(({ service }) => service === 'OpenAI' || /[^a-zA-Z0-9_-]/.test(name)) },
    );
  else if (name.length > comfortableName)
    add(
      'tool-name-length',
      'note',
      `Its name has ${name.length} characters. Clients put the server's name before it, and services take 64 in all.`,
      `Keep it within ${comfortableName}.`,
      '/name',
    );
  lintDescription(tool, add, 'A model chooses tools by what they say of themselves.');
  lintToolSchema(tool.inputSchema, '/inputSchema', add);
  lintToolSchema(tool.outputSchema, '/outputSchema', add);
  const { annotations } = tool;
  if (annotations !== undefined && !isObject(annotations))
    add(
      'annotations',
      'error',
      'Its annotations are not an object.',
      'Write them as an object, or leave them out.',
      '/annotations',
    );
  if (member(annotations, 'readOnlyHint') === true && member(annotations, 'destructiveHint') === true)
    add(
      'annotations',
      'warning',
      'It says that it only reads and that it destroys.',
      'Clients ask people before destructive calls and not before reading: say one of them.',
      '/annotations',
    );
  for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'])
    if (member(annotations, hint) !== undefined && typeof member(annotations, hint) !== 'boolean')
      add(
        'annotations',
        'error',
        `${hint} is not true or false.`,
        'Strict clients refuse the whole list for it: write true or false.',
        `/annotations/${hint}`,
        { clientFlaw: 'an annotation that is no boolean' },
      );
}

/** A schema that something refuses is written again without that. */
function lintToolSchema(schema: Json | undefined, where: string, add: AddNote): void {
  const isInput = where === '/inputSchema';
  let isRefused = false;
  lintSchema(schema, where, isInput, (rule, level, message, fix, path, more = {}) => {
    isRefused ||= level !== 'note' || (more.refusedBy ?? []).length > 0;
    add(rule, level, message, fix, path, more);
  });
  const after = isRefused ? repairedSchema(schema, isInput) : null;
  if (after === null) return;
  const words = `This ${where.slice(1)} accepts the same values, and less of it is refused.`;
  add('schema-repaired', 'note', words, 'Use it in place of the old one.', where, {
    repaired: { before: schema as JsonObject, after },
  });
}

function lintDescription({ description }: JsonObject, add: AddNote, why: string): void {
  if (description !== undefined && typeof description !== 'string')
    add('description', 'error', 'Its description is not text.', 'Write it as text.', '/description', {
      clientFlaw: 'a description that is no text',
    });
  else if (!isText(description))
    add(
      'description',
      'warning',
      `It has no description. ${why}`,
      'Say in a sentence or two what it does and when to use it.',
      '/description',
    );
  else if (description.length > longDescription)
    add(
      'description-length',
      'note',
      `Its description has ${description.length} characters; OpenAI's service takes ${longDescription}, and others cut it.`,
      'Put what matters first, or shorten it.',
      '/description',
      { refusedBy: descriptionRefusals },
    );
}

function lintResource(resource: JsonObject, add: AddNote): void {
  if (!isWholeUri(resource.uri as string))
    add(
      'resource-address',
      'error',
      'Its uri is not an address: it needs a scheme, as in file:///notes.txt.',
      'Write a whole address.',
      '/uri',
    );
  lintNamed(resource, add);
}

function lintTemplate(template: JsonObject, add: AddNote): void {
  const text = template.uriTemplate as string;
  const [opening, closing] = [text.split('{').length, text.split('}').length];
  if (opening !== closing)
    add(
      'resource-template-address',
      'error',
      'Its braces do not match, so it cannot be expanded.',
      'Write a URI template (RFC 6570), as in file:///{name}.',
      '/uriTemplate',
    );
  else if (opening === 1)
    add(
      'resource-template-address',
      'warning',
      'It has nothing to fill in.',
      'Offer it as a resource, or name its variables in braces.',
      '/uriTemplate',
    );
  lintNamed(template, add);
}

/** The rule about lists, for each flaw and with its place (rules/meta-rules.ts). */
function lintFreshness(answers: readonly ListAnswer[], revision: string | null, add: AddNote): void {
  for (const { method, result } of answers)
    for (const { path, words } of isObject(result) ? freshnessFlaws(result) : [])
      if (path !== '' || isModernRevision(revision))
        add(
          'list-caching',
          path === '' ? 'warning' : 'error',
          `It answers ${method} ${words}.`,
          freshnessFix,
          `/${method}${path}`,
        );
}

function lintNamed({ name, mimeType }: JsonObject, add: AddNote): void {
  if (!isText(name))
    add('resource-name', 'error', 'It has no name.', 'Give it one: strict clients refuse the whole list.', '/name');
  if (mimeType !== undefined && (typeof mimeType !== 'string' || !/^[\w.+-]+\/[\w.+-]+(\s*;.*)?$/.test(mimeType)))
    add(
      'mime-type',
      'warning',
      `Its mimeType is ${jsonHead(mimeType, 60)}.`,
      'Write a type and a subtype, as in text/plain.',
      '/mimeType',
    );
}

function lintPrompt(prompt: JsonObject, add: AddNote): void {
  const list = prompt.arguments;
  if (list === undefined) return;
  if (!Array.isArray(list)) {
    add(
      'prompt-arguments',
      'error',
      'Its arguments are not a list.',
      'Write a list of {name, description, required}.',
      '/arguments',
    );
    return;
  }
  const seen = new Set<string>();
  list.forEach((one, index) => {
    const name = member(one, 'name');
    const path = `/arguments/${index}`;
    if (!isText(name)) add('prompt-arguments', 'error', `Argument ${index + 1} has no name.`, 'Give it one.', path);
    else if (seen.has(name))
      add('prompt-arguments', 'error', `There are two arguments ${name.slice(0, 60)}.`, 'Rename one.', path);
    else seen.add(name);
  });
}

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value.trim() !== '';
