// Paid tools: x402 (`x402Version` with `accepts`) and Stripe's paid tools (`status: payment_required`).

import { isObject, member } from '../../json.ts';
import { added, addLink, addMessage, setValue } from '../facts.ts';
import { addWord } from './object.ts';
import type { Shape } from './shapes.ts';

export const x402: Shape = {
  has: 'x402Version',
  read(reader, object, path) {
    if (!Array.isArray(member(object, 'accepts'))) return null;
    const { facts } = reader;
    const here = path === '' ? 'x402Version' : `${path}.x402Version`;
    facts.statuses = added(facts.statuses, { value: 402, path: here });
    addWord(facts, here, 'payment_required');
    const offer = (member(object, 'accepts') as unknown[])[0];
    const amount = member(offer, 'maxAmountRequired') ?? member(offer, 'amount');
    if (amount !== undefined) setValue(facts, 'amount', `${path === '' ? '' : `${path}.`}accepts[0]`, amount);
    return ['x402Version', 'accepts', 'resource', 'extensions'];
  },
};

export const payment: Shape = {
  has: 'status',
  read(reader, object, path, value) {
    if (value !== 'payment_required') return null;
    const { facts } = reader;
    const here = path === '' ? 'status' : `${path}.status`;
    addWord(facts, here, value);
    const data = member(object, 'data');
    if (isObject(data)) {
      addLink(facts, 'Pay here', member(data, 'checkoutUrl'));
      const reason = member(data, 'paymentReason');
      if (typeof reason === 'string') addMessage(facts, `${path === '' ? '' : `${path}.`}data.paymentReason`, reason);
    }
    return ['status', 'data'];
  },
};
