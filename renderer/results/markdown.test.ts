// For any server text, only elements of the closed list are rendered, and none of them loads, links or runs anything.

import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createModel } from '../model/create-model.ts';
import { ModelContext } from '../model/model.ts';
import { silentPlatform } from '../testing/platform-fixtures.ts';
import { Markdown, markdownRefusal } from './markdown.tsx';

const model = createModel(silentPlatform);
const draw = (text: string) =>
  renderToStaticMarkup(createElement(ModelContext.Provider, { value: model }, createElement(Markdown, { text })));

const allowed = new Set(
  'div p h4 em strong s code pre ul ol li blockquote hr table tbody tr th td span bdi br'.split(' '),
);
/** The names of all elements, and of all attributes. */
function partsOf(html: string): { tags: string[]; attributes: string[] } {
  const tags = [...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag!.toLowerCase());
  const attributes = [...html.matchAll(/<[a-z0-9]+((?:\s+[a-z-]+="[^"]*")*)\s*\/?>/gi)].flatMap(([, all]) =>
    [...all!.matchAll(/([a-z-]+)="/gi)].map(([, name]) => name!),
  );
  return { tags, attributes };
}
function expectTame(text: string): void {
  const { tags, attributes } = partsOf(draw(text));
  expect(tags.filter((tag) => !allowed.has(tag))).toEqual([]);
  expect(attributes.filter((name) => name !== 'class' && name !== 'title')).toEqual([]);
}

describe('Markdown', () => {
  it('renders common Markdown', () => {
    const html = draw(
      '# Title\n\nA **bold** and *soft* word, `code`.\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
    );
    expect(html).toContain('>Title</h4>');
    for (const part of [
      '<strong>bold</strong>',
      '<em>soft</em>',
      '<code>code</code>',
      '<ol><li><p>one</p>',
      '<td>1</td>',
    ])
      expect(html).toContain(part);
  });

  it('keeps HTML as text, lists images, and shows the URL next to a link’s text', () => {
    const html = draw(
      '<img src=x onerror=alert(1)> ![p](http://a.example/p.png) [go](javascript:alert(1)) <http://b.example>\n\n<script>x</script>\n',
    );
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).toContain('image, not loaded');
    expect(html).toContain('javascript:alert(1)');
    expect(html).toContain('&lt;script&gt;');
    expectTame(html);
  });

  const pieces = fc.constantFrom(
    ...[
      '<script>',
      '</p>',
      '<img src=x onerror=y>',
      '[a](',
      'javascript:x',
      ')',
      '![',
      ']',
      '**',
      '*',
      '`',
      '```\n',
      '\n',
      '\n\n',
    ],
    ...[
      '# ',
      '> ',
      '- ',
      '1. ',
      '|',
      '---',
      '&lt;',
      '&#60;',
      '<!--',
      '-->',
      '<?',
      '<a href="x">',
      '\\',
      '[x]: http://y "',
      'word ',
      '~~',
    ],
  );
  it('renders nothing else for any input', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 8 })), { maxLength: 40 }), (parts) =>
        expectTame(parts.join('')),
      ),
    );
  });

  it('shows deep nesting as plain text', () => {
    const text = `${'> '.repeat(200)}deep`;
    expect(markdownRefusal(text)).toBe('');
    expect(draw(text)).toContain('deep');
  });
});
