// For tests: one error object in every place where servers put it, so that each dialect must recognize it anywhere.

import type { Account } from '../../account/account.ts';
import type { Carrier } from '../../failure.ts';
import type { Json } from '../../json/json.ts';
import { answered } from './account-fixtures.ts';

interface Placement {
  name: string;
  carrier: Carrier;
  flagged: boolean;
  put(error: Json): Account;
}

const result = (value: Json): Account => answered({ jsonrpc: '2.0', id: 1, result: value });
const text = (value: Json): Json => ({ type: 'text', text: JSON.stringify(value) });

export const placements: Record<
  'rpc' | 'resultError' | 'structured' | 'structuredHidden' | 'text' | 'secondText' | 'hiddenText' | 'nested',
  Placement
> = {
  rpc: {
    name: 'JSON-RPC error',
    carrier: 'jsonrpc.error',
    flagged: true,
    put: (error) => answered({ jsonrpc: '2.0', id: 1, error }),
  },
  resultError: { name: 'result.error', carrier: 'result.error', flagged: true, put: (error) => result({ error }) },
  structured: {
    name: 'structuredContent with isError',
    carrier: 'result.isError',
    flagged: true,
    put: (error) => result({ isError: true, content: [], structuredContent: error }),
  },
  structuredHidden: {
    name: 'structuredContent without isError',
    carrier: 'structuredContent',
    flagged: false,
    put: (error) => result({ content: [], structuredContent: { error } }),
  },
  text: {
    name: 'JSON text',
    carrier: 'result.isError',
    flagged: true,
    put: (error) => result({ isError: true, content: [text(error)] }),
  },
  secondText: {
    name: 'JSON in the second block',
    carrier: 'result.isError',
    flagged: true,
    put: (error) =>
      result({ isError: true, content: [{ type: 'text', text: 'The call did not work.' }, text({ error })] }),
  },
  hiddenText: {
    name: 'JSON text without isError',
    carrier: 'content.text',
    flagged: false,
    put: (error) => result({ content: [text({ error })] }),
  },
  nested: {
    name: 'JSON in JSON in JSON',
    carrier: 'result.isError',
    flagged: true,
    put: (error) =>
      result({ isError: true, content: [text({ message: JSON.stringify({ data: JSON.stringify({ error }) }) })] }),
  },
};

export const everywhere: readonly Placement[] = Object.values(placements);
