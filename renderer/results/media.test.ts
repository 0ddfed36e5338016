import { expect, it } from 'vitest';
import { base64Problem, readMedia } from './media.ts';

const png = btoa('\x89PNG\r\n\x1a\n and so on');

it('returns images and audio as data, with size and type', () => {
  expect(readMedia(png, 'image/PNG; q=1')).toEqual({
    kind: 'image',
    mime: 'image/png',
    bytes: 18,
    source: `data:image/png;base64,${png}`,
    problem: '',
  });
  expect(readMedia(btoa('RIFF....WAVEfmt '), 'audio/wav')).toMatchObject({ kind: 'audio', bytes: 16, problem: '' });
  expect(readMedia(btoa('RIFF....WAVEfmt '), 'audio/x-wav').problem).toBe('');
});

it('reports invalid bytes', () => {
  expect(readMedia('', 'image/png').problem).toBe('There are no bytes: the data is empty.');
  expect(readMedia('http://example.com/x.png', 'image/png')).toMatchObject({
    source: '',
    problem: 'The data is not base64: its character 5 is U+003A.',
  });
  expect(readMedia(btoa('GIF89a..'), 'image/png').problem).toBe(
    'Called image/png, but its first bytes are those of image/gif.',
  );
  expect(readMedia(btoa('<svg onload="x"/>'), 'image/png').problem).toContain('a document of text');
  expect(base64Problem('abc-_w==')).toContain('base64url');
  expect(base64Problem('abcde')).toContain('ends too early');
  expect(base64Problem('abcd=')).toContain('ends too early');
  expect(base64Problem('abc=')).toBe('');
  expect(base64Problem('abc')).toBe('');
});

it('shows and plays only known plain image and audio formats', () => {
  for (const mime of ['image/svg+xml', 'text/html', 'application/pdf', 'image/png" onerror="x', 'video/mp4', ''])
    expect(readMedia(png, mime).source).toBe('');
});
