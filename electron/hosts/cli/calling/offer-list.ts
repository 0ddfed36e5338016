// `misfire call SERVER` without a name: what can be called, with the arguments it takes.

import type { ToolView } from '../../../../shared/api/views.ts';
import { isObject, type Json, member, parseJson } from '../../../../shared/json/json.ts';
import type { PromptView, ResourceView, TemplateView } from '../../../../shared/server/connecting.ts';
import { visibleName } from '../../../../shared/text/visible-text.ts';
import { type CommandInspector, Unreachable } from '../common/command-inspector.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { bold, dim, type Styled } from '../terminal/styled.ts';
import { type Column, tableLines } from '../terminal/table.ts';

interface Offer {
  kind: 'tool' | 'prompt' | 'resource' | 'template';
  name: string;
  /** As one would write them: `city= days:=`; what may be left out is in brackets. */
  takes: string;
  about: string;
}

export async function listOffers(
  run: CommandRun,
  { api }: CommandInspector,
  server: string,
  of: 'all' | 'prompt' | 'resource',
  json: boolean,
): Promise<void> {
  const { output } = run;
  const offers: Offer[] = [];
  if (of === 'all') {
    const listed = await api.tools({ server, refresh: false });
    if (!listed.ok) throw new Unreachable(listed.error.message);
    if (listed.value.problem !== '') output.printMaskedMessage(listed.value.problem);
    offers.push(...listed.value.tools.map(toolOffer));
  }
  const others = await api.offers({ server, refresh: false });
  if (others.ok) {
    const { prompts, resources, templates, problems } = others.value;
    if (of !== 'resource') offers.push(...prompts.map(promptOffer));
    if (of !== 'prompt') offers.push(...resources.map(resourceOffer), ...templates.map(templateOffer));
    for (const problem of problems) output.printMaskedMessage(problem);
  }
  if (json) for (const offer of offers) output.printMaskedJson(offer);
  else printOffers(run, offers);
}

const kinds = ['tool', 'prompt', 'resource', 'template'] as const;

/** Long lists of arguments give way before what a tool does. */
const columns: readonly Column[] = [
  { shrink: 1, min: 4 },
  { shrink: 0, min: 12 },
  { shrink: 3, min: 24 },
  { shrink: 2, min: 16 },
];

function printOffers({ output }: CommandRun, offers: readonly Offer[]): void {
  const { isTerminal, columns: width } = output.terminal;
  const cells = ({ kind, name, takes, about }: Offer): Styled[] => [dim(kind), bold(visibleName(name)), takes, about];
  // A table per kind: the long addresses of resources would take the room of what tools do.
  // Masked before cells are cut: half a secret is not recognized.
  const masked = output.masker.value(offers) as readonly Offer[];
  const lines = isTerminal
    ? kinds.flatMap((kind) => tableLines(columns, masked.filter((offer) => offer.kind === kind).map(cells), width))
    : masked.map(({ kind, name, takes, about }) => [kind, visibleName(name), takes, about].join('\t'));
  // The cells are masked: together, "password=" and the first word after it would look like a secret.
  for (const line of lines) output.printStyled(line);
  const count = (kind: Offer['kind']) => offers.filter((offer) => offer.kind === kind).length;
  const words = kinds
    .filter((kind) => count(kind) > 0)
    .map((kind) => `${count(kind)} ${kind}${count(kind) === 1 ? '' : 's'}`);
  output.printMaskedMessage(words.length === 0 ? 'The server offers nothing.' : `${words.join(', ')}.`);
}

const oneLine = (text: string): string => text.split(/\s+/).join(' ').trim();

function toolOffer({ name, title, description, inputSchema, leftOut }: ToolView): Offer {
  const parsed = parseJson(inputSchema);
  const about = leftOut === '' ? oneLine(description || title) : `Clients leave it out: ${leftOut}`;
  return { kind: 'tool', name, takes: parsed.ok ? takenBy(parsed.value) : '', about };
}

/** `=` takes text, `:=` JSON. */
function takenBy(schema: Json): string {
  const properties = member(schema, 'properties');
  if (!isObject(properties)) return '';
  const required = member(schema, 'required');
  const needed = new Set(Array.isArray(required) ? required : []);
  const names = Object.keys(properties).slice(0, 40);
  return names
    .sort((a, b) => Number(needed.has(b)) - Number(needed.has(a)))
    .map((name) => {
      const type = member(properties[name], 'type');
      const written = `${visibleName(name)}${type === 'object' || type === 'array' ? ':=' : '='}`;
      return needed.has(name) ? written : `[${written}]`;
    })
    .join(' ');
}

function promptOffer({ name, title, description, arguments: taken }: PromptView): Offer {
  const takes = taken.map((one) => (one.required ? `${one.name}=` : `[${one.name}=]`)).join(' ');
  return { kind: 'prompt', name, takes, about: oneLine(description || title) };
}

const resourceOffer = ({ uri, title, name, description }: ResourceView): Offer => ({
  kind: 'resource',
  name: uri,
  takes: '',
  about: oneLine(description || title || name),
});

const templateOffer = ({ uriTemplate, title, name, description }: TemplateView): Offer => ({
  kind: 'template',
  name: uriTemplate,
  takes: '',
  about: oneLine(description || title || name),
});
