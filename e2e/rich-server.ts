// A server with varied results: Markdown, JSON in a text, images, audio, resources, and structured content that matches its schema or
// breaks it. One result is too long for most clients. Stories and screenshots start it as a separate program.

import { deflateSync } from 'node:zlib';
import { pngOf } from './small-png.ts';
import { serveStory } from './story-server.ts';

const forecast = {
  type: 'object',
  properties: { city: { type: 'string' }, temperature: { type: 'number' }, unit: { type: 'string', enum: ['C', 'F'] } },
  required: ['city', 'temperature', 'unit'],
};

const input = {
  type: 'object',
  properties: {
    city: { type: 'string', description: 'Where.' },
    unit: { type: 'string', enum: ['C', 'F'] },
    days: { type: 'integer' },
    api_key: { type: 'string', description: 'Whose account pays.' },
  },
};

const markdown = `# Release notes

The **new** parser is *twice* as fast. See [the guide](https://docs.example.com/guide) and \`npm run bench\`.

| part | before | after |
|------|-------:|------:|
| read | 41 ms | 18 ms |

- [x] faster
- [ ] smaller

![chart](http://127.0.0.1:9/chart.png) <img src=x onerror="window.__xss=1"> <script>window.__xss=1</script>

> Nothing in here is loaded.
`;

/** A tone of one second, 8 kHz, 8 bits. */
function tone(): Buffer {
  const samples = Buffer.from(Array.from({ length: 8_000 }, (_, at) => 128 + Math.round(60 * Math.sin(at / 3))));
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** Bands of color. */
function picture(): Buffer {
  const [width, height] = [240, 90];
  const pixels = Uint32Array.from({ length: width * height }, (_, at) => {
    const band = Math.floor((at % width) / 40);
    return [0x7aa2ff, 0x4fc38a, 0xf0b44c, 0xff7a70, 0xb493ff, 0x62bfe0][band] ?? 0;
  });
  return pngOf({ width, height, pixels });
}

const text = (words: string) => ({ type: 'text', text: words });
const base64 = (bytes: Buffer) => bytes.toString('base64');

const answers: Record<string, () => object> = {
  notes: () => ({ content: [text(markdown)] }),
  orders: () => ({
    content: [
      text('Two orders were found:'),
      text(
        JSON.stringify({
          orders: [
            { id: 'A-1', items: ['tea', 'milk'] },
            { id: 'A-2', items: [] },
          ],
          total: 2,
        }),
      ),
    ],
  }),
  chart: () => ({
    content: [
      { type: 'image', mimeType: 'image/png', data: base64(picture()) },
      { type: 'image', mimeType: 'image/png', data: 'not*base64' },
      { type: 'image', mimeType: 'image/png', data: base64(Buffer.from('GIF89a and then nothing of a picture')) },
    ],
  }),
  tone: () => ({
    content: [
      { type: 'audio', mimeType: 'audio/wav', data: base64(tone()) },
      { type: 'audio', mimeType: 'audio/wav', data: base64(deflateSync(Buffer.from('no sound at all'))) },
    ],
  }),
  files: () => ({
    content: [
      { type: 'resource_link', uri: 'file:///reports/2026.csv', name: '2026.csv', mimeType: 'text/csv', size: 48_200 },
      {
        type: 'resource',
        resource: { uri: 'file:///reports/note.txt', mimeType: 'text/plain', text: 'An embedded note.' },
      },
    ],
  }),
  forecast: () => ({ content: [text('18 °C')], structuredContent: { city: 'Oslo', temperature: 18, unit: 'C' } }),
  wrong_forecast: () => ({ content: [text('warm')], structuredContent: { city: 'Oslo', temperature: 'warm' } }),
  everything: () => ({ content: [text('All work and no play makes a long answer. '.repeat(1_500))] }),
};

serveStory('rich', {
  'tools/list': () => ({
    result: {
      tools: Object.keys(answers).map((name) => ({
        name,
        inputSchema: input,
        annotations: { readOnlyHint: true },
        ...(name.endsWith('forecast') ? { outputSchema: forecast } : {}),
      })),
    },
  }),
  'tools/call': ({ name }) => ({ result: answers[name]?.() ?? {} }),
  'resources/read': ({ uri }) => ({
    result: { contents: [{ uri, mimeType: 'text/csv', text: 'month,orders\nMay,12' }] },
  }),
});
