import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.ts';
import { decode } from '../decode.ts';
import { context, toolError } from '../testing/account-fixtures.ts';
import { refusedPlace, serviceName } from './named-service.ts';
import { addressNotFound } from './place-not-found.ts';

describe('a path in a message', () => {
  const path = '/srv/garden/plan.txt';
  const sentence = (text: string) =>
    decode(toolError(text, { params: { name: 'search', arguments: { file: path } } }), context())?.sentence;

  it('does not exist only if the words say so', () => {
    for (const text of [`ENOENT: no such file or directory, open '${path}'`, `File not found: ${path}`])
      expect(sentence(text)).toBe(`${path} does not exist on the server’s machine`);
    const other = sentence(`no owner is known for the file ${path}`);
    expect(other).toContain('no owner');
    expect(other).not.toMatch(/does not exist|There is no file/);
  });
});

describe('what was not found', () => {
  const sentence = (text: string, args: JsonObject) =>
    decode(toolError(text, { params: { name: 'get_bed', arguments: args } }), context())?.sentence;

  it('is the last part of an address that the server made of the arguments', () => {
    const text = 'GET https://beds.example/v1/west/beds/999: 404 Not Found []';
    expect(sentence(text, { side: 'west', bed_number: 999 })).toBe('There is no bed 999');
    expect(sentence(text, { side: 'west', bed_number: 7 })).not.toContain('There is no bed');
  });

  it('is no wrong address if it ends with what was sent, as text or as a number', () => {
    const text = 'GET https://beds.example/v1/beds/1: 404 Not Found []';
    const asked = (args: JsonObject) =>
      addressNotFound({ method: 'tools/call', params: { name: 'get_bed', arguments: args } } as never, text);
    for (const bed of ['1', 1]) expect(asked({ bed })).toBeNull();
    for (const other of [7, true, null, 'beds-1']) expect(asked({ other })).toBe('https://beds.example/v1/beds/1');
  });

  it('is the file with the ending that the server adds', () => {
    expect(sentence('Plan /srv/west.plan.txt does not exist', { filename: '/srv/west.plan' })).toBe(
      '/srv/west.plan.txt does not exist on the server’s machine',
    );
  });

  it('is a folder, not a folder path', () => {
    expect(sentence("Folder 'west' not found", { folder_path: 'west' })).toBe('There is no folder west');
  });
});

describe('a host with a port', () => {
  it('is not a line of a source', () => {
    for (const text of ['Not connected, see /src/plot.cxx:77', 'panic at beds.rs:12', 'Error in garden.py:1203'])
      expect([text, serviceName(text)]).toEqual([text, null]);
    expect(serviceName('Failed to connect to db.garden.example:5432')).toBe('db.garden.example:5432');
    expect(serviceName('Failed to connect to garden.rs:443')).toBe('garden.rs:443');
  });

  it('may be before the words that it refused', () => {
    expect(refusedPlace('cannot connect to 127.0.0.1:7711, it was refused')).toBe('127.0.0.1:7711');
    expect(refusedPlace('Error 111 connecting to 127.0.0.1:7711. Connection refused.')).toBe('127.0.0.1:7711');
    expect(refusedPlace('cannot connect to 127.0.0.1:7711, it was busy')).toBeNull();
  });
});
