// The measured responses, one tool each: the shapes in which servers fail, ten responses with other blocks, and behavior outside of
// responses (an exit, a changed list, noise). The latter come last, because they may cost the connection.

import type { Json } from '../../shared/json/json.ts';

export interface Case {
  tool: string;
  answer: { result?: Json; error?: Json };
  outputSchema?: Json;
  inputSchema?: object;
  args?: object;
  /** What the server does besides answering, or instead of it. */
  does?: 'dies' | 'noise' | 'slow' | 'grow' | 'late' | 'missing' | 'afterDeath' | 'picky';
}

const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more });
const say = (...texts: string[]) => ({ content: texts.map((words) => text(words)) });
const ok = (...content: object[]) => ({ result: { content } as unknown as Json });
const fail = (result: object) => ({ result: { ...result, isError: true } as unknown as Json });
const error = (code: number, message: string, data: Json) => ({ error: { code, message, data } });
const rows = { type: 'object', properties: { rows: { type: 'number' } }, required: ['rows'] };

/** In the order of the table in docs/models.md. */
export const table: Case[] = [
  {
    tool: 'fail_iserror',
    answer: fail({
      ...say('Upstream said 503', 'second block: retry after 7 s'),
      structuredContent: { code: 'UPSTREAM', retry_after: 7, retryable: true },
      _meta: { 'x/trace': 'trace-abc' },
    }),
  },
  { tool: 'fail_text', answer: fail(say('Only text. Retry after 7 s.')) },
  { tool: 'fail_struct', answer: fail({ content: [], structuredContent: { code: 'UPSTREAM', retry_after: 7 } }) },
  { tool: 'fail_empty', answer: fail({ content: [] }) },
  {
    tool: 'rate_limit',
    answer: fail(say('429 Too Many Requests\nRetry-After: 7\n\n{"error":"rate_limited","limit":"tenant-42"}')),
  },
  {
    tool: 'fail_rpc',
    answer: error(-32003, 'Rate limit exceeded', {
      retry_after: 30,
      type: 'https://example.test/rate',
      detail: 'tenant quota',
    }),
  },
  // Cline CLI ends a run after three errors in a row, so a success comes in between.
  { tool: 'ok', answer: { result: say('all fine') } },
  { tool: 'fail_internal', answer: error(-32603, 'Internal error', { detail: 'pool exhausted' }) },
  { tool: 'big', answer: { result: say(`HEAD ${'x'.repeat(400_000)} TAIL`) } },
  {
    tool: 'ok_structured',
    answer: { result: { ...say('summary text only'), structuredContent: { rows: 3, warning: 'half failed' } } },
  },
  { tool: 'embedded', answer: { result: say('{"success":false,"error":"quota"}') } },
  {
    tool: 'bad_output',
    answer: { result: { ...say('{"rows":"three"}'), structuredContent: { rows: 'three' } } },
    outputSchema: rows,
  },
  { tool: 'bad_shape', answer: { result: { content: 'content is no list' } } },
];

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';
const image = { type: 'image', data: png, mimeType: 'image/png' };
const audio = { type: 'audio', data: wav, mimeType: 'audio/wav' };
const link = {
  type: 'resource_link',
  uri: 'file:///srv/invoices.csv',
  name: 'invoices',
  title: 'All invoices',
  description: 'Invoices of 2026',
  mimeType: 'text/csv',
  annotations: { audience: ['user'], priority: 0.25 },
};
const resource = {
  type: 'resource',
  resource: { uri: 'mem://log/7', mimeType: 'text/plain', text: 'line 1\nline 2 "quoted"\n' },
};
const blob = {
  type: 'resource',
  resource: { uri: 'mem://dump', mimeType: 'application/zip', blob: 'UEsDBAoAAAAAAA==' },
};
const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => `row ${at}: ok`).join('\n');

/** Responses that the rules were not derived from. */
export const others: Case[] = [
  { tool: 'own_image', answer: ok(text('The chart:'), image, text('Sales fell by 3 %.')) },
  { tool: 'own_image_fails', answer: fail({ content: [image, text('The chart is incomplete')] }) },
  { tool: 'own_audio', answer: ok(audio, text('Transcript: hello')) },
  { tool: 'own_links', answer: ok(link, { ...link, uri: 'https://example.test/a?b=1', title: undefined }) },
  { tool: 'own_resources', answer: fail({ content: [resource, blob] }) },
  {
    tool: 'own_mixed',
    answer: {
      result: {
        content: [text('first'), link, image, resource, audio],
        structuredContent: { n: 1 },
      } as unknown as Json,
    },
  },
  { tool: 'own_empty_texts', answer: fail({ content: [text(''), text('\n'), text(' padded '), text('')] }) },
  {
    tool: 'own_emoji',
    answer: ok(text('Done 🎉 👨‍👩‍👧‍👦 — na\u0308ive\u00ad \u200bZero\u2060Width 🇩🇪')),
  },
  {
    tool: 'own_rtl',
    answer: fail({
      content: [text('‏خطأ 404: الملف "تقرير.pdf" غير موجود\u200f \u202bשלום\u202c')],
      structuredContent: { מצב: 'נכשל' },
    }),
  },
  {
    tool: 'own_long_middle',
    answer: ok(text(`${rowsOf(900)}\n${'é'.repeat(30_000)}\n${rowsOf(900)}\nERROR: 3 rows were refused`)),
  },
  {
    tool: 'own_annotations',
    answer: fail({
      content: [
        text('For you', { annotations: { audience: ['user'], priority: 1 }, _meta: { k: 1 } }),
        text('For the model', { annotations: { audience: ['assistant'] } }),
      ],
      _meta: { 'x/y': [1] },
    }),
  },
];

/** Around the limits of single clients, and shapes that only a careless server sends. */
export const edges: Case[] = [
  { tool: 'edge_flag_as_text', answer: { result: { ...say('refused'), isError: 'true' } as unknown as Json } },
  { tool: 'edge_flag_off', answer: { result: { ...say('Error: it failed'), isError: false } as unknown as Json } },
  { tool: 'edge_no_content', answer: { result: { structuredContent: { rows: 3 } } } },
  { tool: 'edge_empty_success', answer: { result: { content: [] } } },
  { tool: 'edge_only_structured', answer: { result: { content: [], structuredContent: { rows: 3, note: 'é' } } } },
  { tool: 'edge_structured_list', answer: { result: { ...say('a list'), structuredContent: [1, 2] } } },
  { tool: 'edge_structured_empty', answer: { result: { ...say('nothing else'), structuredContent: {} } } },
  { tool: 'edge_same_json', answer: { result: { ...say('{"rows":3}'), structuredContent: { rows: 3 } } } },
  { tool: 'edge_unknown_block', answer: ok(text('before'), { type: 'video', data: 'AAAA' }, text('after')) },
  { tool: 'edge_control', answer: ok(text('tab\there\r\nnext\u0000null \u001b[31mred\u001b[0m')) },
  { tool: 'edge_error_lines', answer: error(-32000, 'first line\nsecond line', null) },
  { tool: 'edge_error_empty', answer: error(-32001, '', { why: 'no message' }) },
  { tool: 'edge_ok_between', answer: { result: say('fine') } },
  { tool: 'edge_error_zero', answer: error(0, 'code zero', { why: 'zero' }) },
  { tool: 'edge_error_data_text', answer: error(429, 'Too many', 'retry in 5 s') },
  { tool: 'edge_ok_again', answer: { result: say('fine') } },
  { tool: 'edge_8000', answer: ok(text('a'.repeat(7_954))) },
  { tool: 'edge_8001', answer: ok(text('a'.repeat(7_970))) },
  { tool: 'edge_20480', answer: ok(text('é'.repeat(10_240))) },
  { tool: 'edge_20481', answer: ok(text(`a${'é'.repeat(10_240)}`)) },
  { tool: 'edge_51200', answer: ok(text(`${'b'.repeat(51_199)}\n`)) },
  { tool: 'edge_51201', answer: ok(text(`${'c'.repeat(25_600)}\n${'d'.repeat(25_600)}`)) },
  { tool: 'edge_2001_lines', answer: ok(text(Array.from({ length: 2_001 }, (_, at) => `${at}`).join('\n'))) },
  {
    tool: 'edge_wrong_picture',
    answer: ok(text('a picture'), { ...image, mimeType: 'image/jpeg' }, { ...image, data: 'AAAA' }),
  },
  {
    tool: 'edge_blobs',
    answer: ok(
      { type: 'resource', resource: { uri: 'mem://p', mimeType: 'image/png', blob: png } },
      { type: 'resource', resource: { uri: 'mem://z', mimeType: 'application/zip', blob: 'A'.repeat(2_000) } },
      { type: 'resource', resource: { uri: 'mem://t', text: '' } },
    ),
  },
  { tool: 'edge_long_failure', answer: fail(say(`start ${'f'.repeat(60_000)} end`)) },
];

/** Behavior outside of responses. Each is measured alone or at the end, because it may cost the connection. */
export const beside: Case[] = [
  {
    tool: 'picky',
    answer: fail(say('n must be a number')),
    inputSchema: { type: 'object', properties: { n: { type: 'number' } } },
    args: { n: 'three' },
    does: 'picky',
  },
  { tool: 'grow', answer: { result: say('list changed') }, does: 'grow' },
  { tool: 'slow', answer: { result: say('slow but fine') }, does: 'slow' },
  { tool: 'late', answer: { result: say('late but here') }, does: 'late' },
  { tool: 'ok', answer: { result: say('all fine') } },
  { tool: 'no_such_tool', answer: {}, does: 'missing' },
  { tool: 'ok', answer: { result: say('all fine') } },
  { tool: 'dies', answer: {}, does: 'dies' },
  { tool: 'ok', answer: { result: say('all fine') }, does: 'afterDeath' },
];

/** In a separate run: it costs Cline CLI the connection. */
export const noise: Case[] = [{ tool: 'noise', answer: { result: say('after the noise') }, does: 'noise' }];
