// Who refuses a schema, in words: the service, the measured clients that pass the schema on to it, and the public source.

import type { Client } from '../../clients/client.ts';
import { clients } from '../../clients/clients.ts';
import type { OfferNote, Refusal } from './note.ts';

/** One line for each service. */
export const refusalWords = ({ rule, refusedBy = [] }: Pick<OfferNote, 'rule' | 'refusedBy'>): string[] =>
  refusedBy.map(({ service, basis, source }) => {
    const behind = clientsBehind(rule, service);
    const named = behind.length === 0 ? '' : ` (behind ${behind.join(', ')})`;
    const from = basis === 'documented' ? 'From its documentation' : 'As reported';
    return `${service}’s service refuses it${named}. ${from}, not run: ${source}`;
  });

const all: readonly Client[] = clients;
const clientsBehind = (rule: string, service: Refusal['service']): string[] =>
  all.flatMap(({ name, opening }) => {
    const passes = opening?.tools.passesTo;
    return passes?.service === service && !passes.repairs.includes(rule) ? [name] : [];
  });
