import { describe, expect, it } from 'vitest';
import { fillTemplate, templateNames } from './uri-template.ts';

// Values and results from RFC 6570, section 3.2.
const values = {
  var: 'value',
  hello: 'Hello World!',
  path: '/foo/bar',
  x: '1024',
  y: '768',
  base: 'http://example.com/home/',
};

describe('filling in a template', () => {
  it.each([
    ['{var}', 'value'],
    ['{hello}', 'Hello%20World%21'],
    ['O{undef}X', 'OX'],
    ['map?{x,y}', 'map?1024,768'],
    ['{+hello}', 'Hello%20World!'],
    ['{+path}/here', '/foo/bar/here'],
    ['{base}index', 'http%3A%2F%2Fexample.com%2Fhome%2Findex'],
    ['{+base}index', 'http://example.com/home/index'],
    ['X{#var}', 'X#value'],
    ['X{.x,y}', 'X.1024.768'],
    ['{/var,x}/here', '/value/1024/here'],
    ['{;x,y}', ';x=1024;y=768'],
    ['{?x,y}', '?x=1024&y=768'],
    ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
    ['{var:3}', 'val'],
    ['{/id*}', ''],
    ['demo://resource/{x}/{y}', 'demo://resource/1024/768'],
  ])('%s', (template, filled) => expect(fillTemplate(template, values)).toBe(filled));

  it('keeps text that is not a template', () => {
    expect(fillTemplate('a{b', { b: 'x' })).toBe('a{b');
    expect(fillTemplate('a}b', {})).toBe('a}b');
    expect(fillTemplate('{x}', { x: '\ud800' })).toBe('%EF%BF%BD');
  });
});

it('names each variable once', () => {
  expect(templateNames('db://{table}/{id}{?table,limit*}{__proto__}')).toEqual(['table', 'id', 'limit', '__proto__']);
});

it('stays fast on hostile templates', () => {
  for (const template of ['{'.repeat(100_000), '{/id*}'.repeat(20_000), `{${','.repeat(100_000)}}`]) {
    templateNames(template);
    fillTemplate(template, { id: 'x'.repeat(10) });
  }
});
