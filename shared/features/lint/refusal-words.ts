// Who refuses a definition, in words: the clients that were run, and the services and clients that public sources name.

import { type Client, modelServices, type ToolFlaw } from '../../clients/client.ts';
import { clients } from '../../clients/clients.ts';
import type { OfferNote, Refusal } from './note.ts';

const all: readonly Client[] = clients;
const list = new Intl.ListFormat('en-US');

/** One line for each way in which clients refuse it, and for each source. */
export const refusalWords = ({
  rule,
  refusedBy = [],
  clientFlaw,
}: Pick<OfferNote, 'rule' | 'refusedBy' | 'clientFlaw'>): string[] => [
  ...(clientFlaw === undefined ? [] : measuredWords(clientFlaw)),
  ...refusedBy.map(({ service, basis, source }) => {
    const behind = clientsBehind(rule, service);
    const named = behind.length === 0 ? '' : ` (behind ${behind.join(', ')})`;
    const from = basis === 'documented' ? 'From its documentation' : 'As reported';
    const who = modelServices.some((one) => one === service) ? `${service}’s service` : service;
    return `${who} refuses it${named}. ${from}, not run: ${source}`;
  }),
];

function measuredWords(flaw: ToolFlaw): string[] {
  const has = (flaws: readonly ToolFlaw[] = []) => flaws.includes(flaw);
  const named = (does: (client: NonNullable<Client['opening']>['tools']) => boolean) =>
    all.flatMap(({ name, opening }) => (opening && does(opening.tools) ? [`${name} ${opening.version}`] : []));
  const refusing = named(({ refusesListOf }) => has(refusesListOf));
  const leaving = named(({ leavesOut }) => has(leavesOut));
  return [
    ...(refusing.length === 0 ? [] : [`Measured: all tools are lost in ${list.format(refusing)}.`]),
    ...(leaving.length === 0 ? [] : [`Measured: this tool is lost in ${list.format(leaving)}.`]),
  ];
}

const clientsBehind = (rule: string, service: Refusal['service']): string[] =>
  all.flatMap(({ name, opening }) => {
    const passes = opening?.tools.passesTo;
    return passes?.service === service && !passes.repairs.includes(rule) ? [name] : [];
  });
