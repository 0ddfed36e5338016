import { describe, expect, it } from 'vitest';
import { readBashLine } from './bash-line.ts';

describe('a line of bash', () => {
  it.each([
    ['misfire call files re', ['misfire', 'call', 'files', 're']],
    ['misfire call files ', ['misfire', 'call', 'files', '']],
    ['misfire call "my server" re', ['misfire', 'call', 'my server', 're']],
    ["misfire call 'my ser", ['misfire', 'call', 'my ser']],
    ['misfire call my\\ server x=1', ['misfire', 'call', 'my server', 'x=1']],
    ['misfire call "a \\"b\\" $c"', ['misfire', 'call', 'a "b" $c']],
    ['misfire call "" ', ['misfire', 'call', '', '']],
    ['misfire  log\tis:fa', ['misfire', 'log', 'is:fa']],
  ])('%s is split into words', (line, words) => expect(readBashLine(line).words).toEqual(words));

  it.each([
    ['misfire call files re', 'read_file', 'read_file'],
    ['misfire call sample:clo', 'sample:closient', 'closient'],
    ['misfire call "sample:clo', 'sample:closient', 'sample:closient'],
    ['misfire call f t mode=', 'mode=fast', 'fast'],
    ['misfire call my', "my $server's", "my\\ \\$server\\'s"],
    ['misfire call "my', 'my $server', 'my \\$server'],
    ["misfire call 'my", "my server's", "my server'\\''s"],
    ['misfire call f re', 'ré_чтение*', 'ré_чтение\\*'],
  ])('%s gets what is still to be inserted', (line, chosen, inserted) =>
    expect(readBashLine(line).insert(chosen)).toBe(inserted),
  );
});
