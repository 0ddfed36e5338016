// Closient's tools over a catalog of three made-up products. One of them triggers each documented failure.

import { z } from 'zod';
import { parseJson } from '../../../shared/json/json.ts';
import { createRateGate } from '../rate-gate.ts';
import { adds, defineTool, reads, type SampleCall, sets, type Tool } from '../tool.ts';
import { asGtin14, gtinProblem } from './gtin.ts';
import { fail, succeed } from './problems.ts';

/** Made-up tokens and their scopes. The app connects with the first. */
const tokens: Record<string, string[]> = {
  closient_demo_reader: ['products:read', 'products:write'],
  closient_demo_maker: ['products:read', 'products:write', 'qr:generate'],
};

const products: Record<string, { name: string; link?: string; owner?: string }> = {
  '09506000134352': { name: 'Oat drink, 1 l', link: 'https://example.com/oat-drink', owner: 'Example Foods' },
  '04006381333931': { name: 'Highlighter, yellow', link: 'https://example.com/highlighter' },
  '00614141123452': { name: 'Paper clips, 100' },
};

const gate = createRateGate();

const gtin = (example: string) =>
  z
    .string()
    .describe('The number under the bar code: 8, 12, 13 or 14 digits.')
    .meta({ examples: [example] });

const badGtin = (text: string): ReturnType<typeof fail> | null => {
  const problem = gtinProblem(text);
  return problem === null ? null : fail('validation_error', `gtin: ${JSON.stringify(text)} is not a GTIN, ${problem}`);
};

function scopes(call: SampleCall): string[] | null {
  const header = call.requestInfo?.headers.authorization;
  return tokens[String(header ?? '').replace(/^Bearer /, '')] ?? null;
}

export const tools: Tool[] = [
  defineTool({
    name: 'ping',
    title: 'Ping',
    description: 'Says whether the service is up. Never fails.',
    hints: reads,
    input: z.object({}),
    run: () => succeed({ status: 'ok' }),
  }),
  defineTool({
    name: 'validate_gtin',
    title: 'Validate a GTIN',
    description: 'Checks length and check digit. A wrong number is a normal answer with valid: false.',
    hints: reads,
    input: z.object({ gtin: gtin('00614141123453') }),
    run({ gtin }) {
      const problem = gtinProblem(gtin);
      return succeed(problem === null ? { gtin, valid: true } : { gtin, valid: false, reason: problem });
    },
  }),
  defineTool({
    name: 'resolve_gtin',
    title: 'Resolve a GTIN',
    description: 'Gives the link a GTIN leads to. Fails when there is no rule for it.',
    hints: reads,
    input: z.object({ gtin: gtin('00614141123452') }),
    run({ gtin }) {
      const link = products[asGtin14(gtin)]?.link;
      return badGtin(gtin) ?? (link ? succeed({ gtin, link }) : fail('not_found', `No rule found for GTIN ${gtin}`));
    },
  }),
  defineTool({
    name: 'lookup_product',
    title: 'Look up a product',
    description: 'Finds a product by its GTIN. A product that is not there is a normal answer with found: false.',
    hints: reads,
    input: z.object({ gtin: gtin('09506000134352') }),
    run({ gtin }) {
      const product = products[asGtin14(gtin)];
      return badGtin(gtin) ?? succeed(product ? { gtin, found: true, name: product.name } : { gtin, found: false });
    },
  }),
  defineTool({
    name: 'generate_qr_url',
    title: 'Make a QR link',
    description: 'Makes a link to a QR code. Needs the scope qr:generate, which the sample token does not have.',
    hints: reads,
    input: z.object({ gtin: gtin('09506000134352') }),
    run({ gtin }, call) {
      const granted = scopes(call);
      const bad = badGtin(gtin);
      if (bad) return bad;
      if (!granted) return fail('unauthorized', 'The request carries no valid token');
      if (!granted.includes('qr:generate')) return fail('forbidden', 'The token lacks the scope qr:generate');
      return succeed({ gtin, url: `https://example.com/qr/${asGtin14(gtin)}` });
    },
  }),
  defineTool({
    name: 'account_status',
    title: 'Account of a token',
    description: 'Shows what a token may do. Fails as unauthorized when the token is missing or unknown.',
    hints: reads,
    input: z.object({
      token: z.string().default('').describe('A token; closient_demo_reader is one that works.'),
    }),
    run({ token }) {
      const granted = tokens[token];
      if (granted) return succeed({ scopes: granted });
      return fail('unauthorized', token === '' ? 'The token is missing' : 'The token is invalid');
    },
  }),
  defineTool({
    name: 'export_catalog',
    title: 'Export the catalogue',
    description: 'Exports all products. The first call is rate limited; it works once retry_after seconds have passed.',
    hints: reads,
    input: z.object({
      format: z.enum(['json', 'csv']).default('json').describe('Each format has its own limit.'),
      retry_after: z.number().int().min(1).max(3600).default(2).describe('How many seconds the limit lasts.'),
    }),
    run({ format, retry_after }) {
      const wait = Math.ceil(gate.knock(format, () => retry_after * 1000) / 1000);
      if (wait > 0) return fail('rate_limited', `One export at a time. Try again in ${wait} s`, wait);
      return succeed({ format, products: Object.keys(products).length });
    },
  }),
  defineTool({
    name: 'import_products',
    title: 'Import products',
    description: 'Adds products from a JSON text. Text that is not a JSON list is a malformed request.',
    hints: adds,
    input: z.object({
      document: z
        .string()
        .describe('A JSON list of products.')
        .meta({ examples: ['[{"gtin":"04006381333931"'] }),
    }),
    run({ document }) {
      const parsed = parseJson(document);
      if (!parsed.ok || !Array.isArray(parsed.value)) return fail('bad_request', 'document is not a JSON list');
      return succeed({ imported: parsed.value.length });
    },
  }),
  defineTool({
    name: 'schedule_price',
    title: 'Schedule a price',
    description: 'Sets a price for a time. An end before the beginning is well formed and still makes no sense.',
    hints: sets,
    input: z.object({
      gtin: gtin('09506000134352'),
      price: z
        .number()
        .describe('In euro.')
        .meta({ examples: [2.49] }),
      from: z.iso
        .date()
        .describe('First day.')
        .meta({ examples: ['2026-05-01'] }),
      until: z.iso
        .date()
        .describe('Last day.')
        .meta({ examples: ['2026-04-01'] }),
    }),
    run({ gtin, price, from, until }) {
      const bad = badGtin(gtin);
      if (bad) return bad;
      if (until < from)
        return fail('unprocessable_entity', `The price would end on ${until}, before it begins on ${from}`);
      return succeed({ gtin, price, from, until });
    },
  }),
  defineTool({
    name: 'claim_gtin',
    title: 'Claim a GTIN',
    description: 'Makes a GTIN yours. Fails with a conflict when someone else has claimed it.',
    hints: sets,
    input: z.object({ gtin: gtin('09506000134352') }),
    run({ gtin }) {
      const owner = products[asGtin14(gtin)]?.owner;
      return (
        badGtin(gtin) ??
        (owner ? fail('conflict', `GTIN ${gtin} is already claimed`) : succeed({ gtin, claimed: true }))
      );
    },
  }),
  defineTool({
    name: 'rebuild_index',
    title: 'Rebuild the search index',
    description: 'Always meets an unexpected error inside the service.',
    hints: sets,
    input: z.object({}),
    run: () => fail('internal_error', 'The search index could not be rebuilt'),
  }),
];
