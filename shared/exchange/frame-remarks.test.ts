import { describe, expect, it } from 'vitest';
import { frameRemarks } from './frame-remarks.ts';

const remarks = (text: string): string[] => frameRemarks(text, JSON.parse(text));
const answer = (result: string): string => `{"jsonrpc":"2.0","id":1,"result":${result}}`;

describe('remarks on a text whose parsed value loses something', () => {
  it('has none for a plain message, for any content of its strings', () => {
    expect(remarks(answer('{"a":"x: y","b":["{\\"c\\":1,\\"c\\":2}","\\\\"],"d":{"a":-1.5},"e":[]}'))).toEqual([]);
    expect(remarks(`{ "jsonrpc" : "2.0" , "id" : "12345678901234567890" , "result" : { } }`)).toEqual([]);
  });

  it('reports a duplicate key, at any depth and in any spelling', () => {
    expect(remarks(answer('{"a":1,"a":2}'))).toEqual(['duplicate_keys']);
    expect(remarks(answer('[{"b":{"a":1,"c":[],"\\u0061":2}}]'))).toEqual(['duplicate_keys']);
    expect(remarks('{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"result":{}}')).toEqual(['duplicate_keys']);
  });

  it('reports a number that a double cannot hold', () => {
    expect(remarks(answer('12345678901234567890'))).toEqual(['big_number']);
    expect(remarks(answer('[1e400]'))).toEqual(['big_number']);
    expect(remarks(answer('[1e3, 1234567890123456]'))).toEqual([]);
  });

  it('reports a missing version, also next to other remarks', () => {
    expect(remarks('{"id":1,"result":{"a":1,"a":2}}')).toEqual(['no_jsonrpc', 'duplicate_keys']);
    expect(remarks(`[${answer('1')},{"id":2,"result":1}]`)).toEqual(['no_jsonrpc']);
  });

  it('reads only as far as the limit', () => {
    const text = answer(`["${'x'.repeat(100)}",{"a":1,"a":2}]`);
    expect(frameRemarks(text, JSON.parse(text), 80)).toEqual([]);
    expect(frameRemarks(text, JSON.parse(text), 1000)).toEqual(['duplicate_keys']);
  });
});
