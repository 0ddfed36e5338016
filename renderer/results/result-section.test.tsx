// Results on the card: each kind of content has its own view, by click and by key, and no server text is ever markup.

import { expect, test } from 'vitest';
import { expectAccessible } from '../testing/axe.ts';
import { section } from '../testing/by-css.ts';
import { call, captureOf, text, toolList } from '../testing/capture-text.ts';
import { openCard, unfoldCard } from '../testing/mount.tsx';
import { click, focus, press } from '../testing/user.ts';

const result = section('Result');

async function open(answer: object, tools: object[] = []) {
  const mounted = await openCard(
    captureOf(...toolList(tools, { id: 1 }), ...call('ask', { result: answer }, { id: 2 })),
    {
      row: 'ask',
      servers: [
        {
          name: 'billing',
          respond: (_method, { uri = '' }) => ({
            result: { contents: [{ uri, mimeType: 'text/csv', text: 'month,orders\nMay,12' }] },
          }),
        },
      ],
    },
  );
  await unfoldCard();
  return mounted;
}

const markdown = `# Release notes

The **new** parser is *twice* as fast. See [the guide](https://docs.example.com/guide) and \`npm run bench\`.

| part | before | after |
|------|-------:|------:|
| read | 41 ms | 18 ms |

![chart](http://127.0.0.1:9/chart.png) <img src=x onerror="window.__xss=1"> <script>window.__xss=1</script>
`;

test('Markdown is plain text until a choice by keys, and then loads and runs nothing', async () => {
  await open({ content: [text(markdown)] });
  const content = result.getByRole('document');
  await expect.element(content).toMatchTextContent('# Release notes');
  await expect.element(content).toMatchTextContent('**new**');
  // The choice is one tab stop, arrows move in it.
  await focus(result.getByRole('radio', { name: 'Text' }));
  await press('{ArrowRight}');
  await expect.element(result.getByRole('radio', { name: 'Markdown' })).toHaveFocus();
  await press('{Enter}');
  await expect.element(content.getByRole('heading', { name: 'Release notes' })).toBeVisible();
  await expect.element(content.getByText('new', { exact: true })).toBeVisible();
  await expect.element(content.getByRole('cell', { name: '18 ms' })).toBeVisible();
  // A link is its text and its URL; an image is only described; HTML stays text.
  await expect.element(content).toMatchTextContent('the guide https://docs.example.com/guide');
  await expect.element(content).toMatchTextContent('image, not loaded: chart http://127.0.0.1:9/chart.png');
  await expect.element(content).toMatchTextContent('<script>window.__xss=1</script>');
  expect(content.element().querySelectorAll('a, img, script, iframe, object, embed')).toHaveLength(0);
  expect('__xss' in window).toBe(false);
  await expectAccessible('drawn Markdown');
});

test('JSON in a text is a tree that folds by keys', async () => {
  const orders = { orders: [{ id: 'A-1', items: ['tea', 'milk'] }], total: 1 };
  await open({ content: [text('One order was found:'), text(JSON.stringify(orders))] });
  await expect.element(result.getByRole('document')).toMatchTextContent('One order was found');
  const tree = result.getByRole('tree', { name: 'JSON in the text' });
  await expect.element(tree.getByRole('treeitem', { name: /tea/ })).toBeVisible();
  await focus(tree);
  await press('{ArrowDown}{ArrowLeft}');
  await expect.element(tree.getByRole('treeitem', { name: /"orders"/ })).toHaveAttribute('aria-expanded', 'false');
  await expect.element(tree.getByText('tea')).not.toBeInTheDocument();
  await click(result.getByRole('radio', { name: 'Text' }));
  await expect.element(result.getByText('{"orders":[{"id":"A-1"')).toBeVisible();
});

/** Real bytes of a picture. */
function picture(): string {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [240, 90];
  return canvas.toDataURL('image/png').replace('data:image/png;base64,', '');
}

test('images come from their bytes, and invalid bytes are reported', async () => {
  const image = (data: string) => ({ type: 'image', mimeType: 'image/png', data });
  await open({ content: [image(picture()), image('not*base64'), image(btoa('GIF89a and then nothing of a picture'))] });
  await expect.element(result.getByText(/^image\/png · [\d.]+ (bytes|kB)$/).first()).toBeVisible();
  await expect.element(result.getByText('The data is not base64: its character 4 is U+002A.')).toBeVisible();
  await expect.element(result.getByText('Called image/png, but its first bytes are those of image/gif.')).toBeVisible();
  expect(result.element().querySelectorAll('img')).toHaveLength(0);
  await focus(result.getByRole('button', { name: 'Show the image' }).first());
  await press('{Enter}');
  await expect.element(result.getByRole('img', { name: 'Sent by the server' })).toBeVisible();
  await expect.element(result.getByText('240 × 90')).toBeVisible();
  await click(result.getByRole('button', { name: 'Show the image' }));
  await expect.element(result.getByText('These bytes cannot be drawn: they are no whole image/png.')).toBeVisible();
  await expectAccessible('images');
});

/** A tone of one second, 8 kHz, 8 bits. */
function tone(): string {
  const bytes = new Uint8Array(44 + 8_000).fill(128);
  const view = new DataView(bytes.buffer);
  const write = (at: number, words: string) => bytes.set(new TextEncoder().encode(words), at);
  write(0, 'RIFF');
  view.setUint32(4, 36 + 8_000, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 8_000, true);
  view.setUint32(28, 8_000, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  write(36, 'data');
  view.setUint32(40, 8_000, true);
  return btoa(String.fromCharCode(...bytes));
}

test('audio plays from its bytes, and invalid bytes are reported', async () => {
  const audio = (data: string) => ({ type: 'audio', mimeType: 'audio/wav', data });
  await open({ content: [audio(tone()), audio(btoa('no sound at all'))] });
  await expect.element(result.getByText('audio/wav · 8 kB', { exact: true })).toBeVisible();
  await click(result.getByRole('button', { name: 'Play the audio' }).first());
  await expect.poll(() => result.element().querySelector('audio')?.duration).toBeCloseTo(1, 1);
  await click(result.getByRole('button', { name: 'Play the audio' }));
  await expect.element(result.getByText('These bytes cannot be played: they are no whole audio/wav.')).toBeVisible();
});

test('embedded and linked resources are text with their URI, and a link is read on request', async () => {
  const link = { uri: 'file:///reports/2026.csv', name: '2026.csv', mimeType: 'text/csv', size: 48_200 };
  const note = { uri: 'file:///reports/note.txt', mimeType: 'text/plain', text: 'An embedded note.' };
  const { card, host } = await open({
    content: [
      { type: 'resource_link', ...link },
      { type: 'resource', resource: note },
    ],
  });
  await expect.element(result.getByText('file:///reports/2026.csv')).toBeVisible();
  await expect.element(result.getByText('text/csv · 48.2 kB')).toBeVisible();
  await expect.element(result.getByText('file:///reports/note.txt')).toBeVisible();
  await expect.element(result.getByRole('document')).toHaveTextContent('An embedded note.');
  expect(result.element().querySelectorAll('a')).toHaveLength(0);
  expect(host.askedFor('call')).toEqual([]);
  // Only the link can be followed: the read is a separate call, with a row and a card.
  await click(result.getByRole('button', { name: 'Read' }));
  await expect.element(card).toMatchTextContent('month,orders');
  expect(host.askedFor('call')).toMatchObject([{ method: 'resources/read' }]);
});

const forecast = {
  name: 'ask',
  inputSchema: { type: 'object' },
  outputSchema: {
    type: 'object',
    properties: { city: { type: 'string' }, temperature: { type: 'number' }, unit: { enum: ['C', 'F'] } },
    required: ['city', 'temperature', 'unit'],
  },
};

test('structured content that fits is next to its schema', async () => {
  const structuredContent = { city: 'Oslo', temperature: 18, unit: 'C' };
  const { host } = await open({ content: [text('18 °C')], structuredContent }, [forecast]);
  await expect.element(result.getByText('Fits the tool’s outputSchema.')).toBeVisible();
  await expect.element(result.getByRole('tree', { name: 'Output schema' })).toMatchTextContent('"required"');
  // Viewing sends nothing.
  expect(host.askedFor('call')).toEqual([]);
});

test('violations of the output schema are named and marked', async () => {
  await open({ content: [text('warm')], structuredContent: { city: 'Oslo', temperature: 'warm' } }, [forecast]);
  await expect.element(result.getByText('2 places do not fit the outputSchema:')).toBeVisible();
  const items = result.getByRole('listitem');
  await expect.element(items.filter({ hasText: 'temperature' })).toMatchTextContent('must be number');
  await expect.element(items.filter({ hasText: 'unit' })).toMatchTextContent('is required');
  const tree = result.getByRole('tree', { name: 'Structured content' });
  await expect.element(tree.getByRole('treeitem').filter({ hasText: '"warm"' })).toMatchTextContent('must be number');
  await expectAccessible('structured content');
});

test('reports the size of an answer in bytes and tokens', async () => {
  await open({ content: [text('short')] });
  await expect.element(result.getByText(/of text · about/)).toBeVisible();
  await expect.element(result.getByText(/too large for/)).not.toBeInTheDocument();
});

test('names the clients that cut a large answer', async () => {
  await open({ content: [text('A sentence of a long, long, long, long answer.'.slice(0, 42).repeat(1_500))] });
  await expect.element(result.getByText(/^63 kB of text · about 15.750 tokens$/)).toBeVisible();
  await expect.element(result.getByText('too large for Codex')).toBeVisible();
  await expect.element(result.getByText('too large for Claude Code')).toBeVisible();
  await expect
    .element(result.getByText(/more than 50,000 characters into a file and shows the first 2,000/))
    .toBeVisible();
  await expectAccessible('the size of an answer');
});

test('structured content that repeats the text is shown once', async () => {
  const structuredContent = { total: 3, currency: 'EUR' };
  await open({ content: [text('{"currency":"EUR","total":3}')], structuredContent });
  await expect.element(result).toMatchTextContent('Structured content and text, equal');
  expect(result.element().textContent?.match(/currency/g)).toHaveLength(1);
});
