// A server with difficult values: names of 300 characters, right-to-left and CJK text, emoji, control characters and colors on stderr. It
// also has a body of megabytes and a way to exit. Stories and screenshots start it as a separate program.

import { serveStory } from './story-server.ts';

const longName = `tool_${'with_a_very_long_name_'.repeat(14)}`.slice(0, 300);
const tools = [
  [longName, 'A name of 300 characters.'],
  ['mixed_scripts', 'שלום العربية 漢字 👩‍👩‍👧 and a \u202eoverride\u202c.'],
  ['big_body', 'Several megabytes of JSON.'],
  ['colours', 'Writes colours and other escapes to stderr.'],
  ['control_characters', 'Answers with characters that cannot be seen.'],
  ['crash', 'Ends in the middle of the call.'],
  ['ok', 'Answers.'],
] as const;

const text = (words: string) => ({ content: [{ type: 'text', text: words }] });

function bigBody(megabytes: number): object {
  const rows: object[] = [];
  for (let length = 0; length < megabytes * 1_000_000; length += 150) {
    const number = rows.length;
    rows.push({
      id: `INV-${number}`,
      customer: number === 20_000 ? 'The needle in the haystack' : `Customer ${number}`,
      amount: number * 1.5,
      lines: [{ sku: `A-${number}`, quantity: 3, note: 'some words of a note' }],
      isPaid: number % 3 === 0,
    });
  }
  return { content: [{ type: 'text', text: `${rows.length} invoices` }], structuredContent: { rows } };
}

function call(name: string, args: Record<string, unknown>): { result: object } | { error: object } {
  switch (name) {
    case longName:
      return {
        error: { code: -32602, message: `${'no-space-to-break-at-'.repeat(40)}`, data: { field: longName } },
      };
    case 'mixed_scripts':
      return {
        error: {
          code: -32001,
          message: 'לא נמצא: الملف غير موجود 找不到文件 👩‍👩‍👧',
          data: { path: '/בית/ملف.txt', hint: '試してください \u202egnp.exe\u202c' },
        },
      };
    case 'big_body':
      return { result: bigBody(Number(args.megabytes ?? 5)) };
    case 'colours':
      process.stderr.write(
        '\u001b[32mINFO\u001b[0m started \u001b[1;31mERROR\u001b[0m \u001b[33;44mon blue\u001b[0m\n',
      );
      process.stderr.write(
        '\u001b[2J\u001b]0;a title\u0007\u001b[38;5;208morange\u001b[0m and \u001b[8mhidden\u001b[0m\n',
      );
      return { result: text('see stderr') };
    case 'control_characters':
      return { result: text('a\u0000b\u0007c\u200bd \u001b[31mred\u001b[0m') };
    case 'crash':
      process.stderr.write(
        '\u001b[31mFATAL\u001b[0m out of memory in \u001b[1mreadOrders\u001b[0m\n    at readOrders (orders.ts:41)\n',
      );
      return process.exit(3);
    default:
      return { result: text('fine') };
  }
}

serveStory('odd', {
  'tools/list': () => ({
    result: {
      tools: tools.map(([name, description]) => ({
        name,
        description,
        inputSchema: { type: 'object' },
        annotations: { readOnlyHint: true },
      })),
    },
  }),
  'tools/call': ({ name, arguments: args = {} }) => call(name, args),
});
