// Which words of a rejection are names of arguments.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.ts';
import { decode } from '../decode.ts';
import { context, rpcError, toolError, toolResult } from '../testing/account-fixtures.ts';

const inputSchema = {
  type: 'object',
  properties: { bed: { type: 'string' }, row: { type: 'string' }, width: { type: 'number' }, site: { type: 'object' } },
};

const read = (text: string, args: JsonObject = {}) =>
  decode(toolError(text, { inputSchema, params: { name: 'search', arguments: args } }), context());
const pathsIn = (text: string, args?: JsonObject) => read(text, args)?.issues.map(({ path }) => path);

describe('names of arguments', () => {
  it('are marked names before bare words', () => {
    expect(pathsIn('Missing required arguments: missing field `bed`')).toEqual(['/bed']);
    expect(pathsIn('Missing required parameter: bed')).toEqual(['/bed']);
  });

  it('are spelled as the tool spells them', () => {
    expect(pathsIn('BED parameter is required')).toEqual(['/bed']);
    expect(pathsIn('bed parameter is required')).toEqual(['/bed']);
  });

  it('are no exceptions', () => {
    expect(pathsIn('Cannot read the plan\nSyntaxError: invalid number')).not.toContain('/SyntaxError');
    expect(pathsIn('Cannot read the plan\nbed: Invalid number')).toEqual(['/bed']);
  });

  it('are no words of the sentence', () => {
    const bare = decode(toolError('Please provide either: 1) bed with row, 2) width'), context());
    expect(bare).toMatchObject({ class: 'validation', issues: [] });
  });

  it('are two in a rule about alternatives', () => {
    expect(read('either bed or row has to be given: row must be there')?.sentence).toBe('Pass bed or row');
    expect(pathsIn('row must be provided')).toEqual(['/row']);
  });

  it('are several if the server joins them, and one inside an object', () => {
    const said = (parameter: string) =>
      JSON.stringify({ error: { message: 'Invalid parameters', details: [{ parameter, issue: 'is too much' }] } });
    expect(pathsIn(said('bed.row.width'), { bed: 'a', row: 'b' })).toEqual(['/bed', '/row', '/width']);
    expect(pathsIn(said('site.width'), { site: { width: 2 } })).toEqual(['/site/width']);
    expect(read(said('bed'), { bed: 'a' })?.issues).toMatchObject([{ path: '/bed', message: 'is too much' }]);
  });
});

describe('a statement about a sent value', () => {
  it('is about its argument if it says what the value is not', () => {
    for (const text of ['C7 has no date at all.', 'Bed "C7" is not a raised bed', 'C7 does not match the plan'])
      expect(read(text, { bed: 'C7', row: 'west' })).toMatchObject({
        class: 'validation',
        issues: [{ path: '/bed' }],
      });
  });

  it('is something else if the value is not the subject, or is only not working', () => {
    for (const text of ['The spade of C7 bent', 'The gardener has no date', 'C7 broke', 'C7 is not answering'])
      expect([text, read(text, { bed: 'C7' })?.class]).not.toEqual([text, 'validation']);
    // In a normal result it is the same.
    const told = toolResult({ content: [{ type: 'text', text: '{"success":false,"message":"Bed C7 has no fence"}' }] });
    expect(decode({ ...told, params: { name: 'dig', arguments: { bed: 'C7' } } }, context())?.class).toBe('validation');
    expect(read('C7 does not exist', { bed: 'C7' })).toMatchObject({ class: 'not_found' });
    expect(read('C7 is not allowed to grow', { bed: 'C7' })).toMatchObject({ class: 'forbidden' });
  });
});

describe('codes', () => {
  it('are no sentences of scripts without spaces', () => {
    expect(read('{"error":"花坛宽度不能为负数"}')).toMatchObject({ code: null, message: '花坛宽度不能为负数' });
    expect(read('{"error":"WIDTH_NEGATIVE"}')).toMatchObject({ code: 'WIDTH_NEGATIVE' });
    expect(decode(rpcError('花坛宽度不能为负数', 'no'), context())).toMatchObject({ codeName: null });
  });
});
