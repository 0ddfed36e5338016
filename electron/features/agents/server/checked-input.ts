// What the agent sends, before the SDK reads it: the SDK drops a line that is not a message, and ends the connection at 10 MiB. Owns the
// errors for such lines. Whether a request makes sense is the SDK's.

import { type Readable, Transform, type Writable } from 'node:stream';
import { memberText } from '../../../../shared/exchange/span.ts';
import { isObject, type Json, parseJson } from '../../../../shared/json/json.ts';
import { type FramedText, LineFramer } from '../../../transports/line-framer.ts';

const longestLine = 8 * 1024 * 1024;

export function checkedInput(input: Readable, output: Writable): Transform {
  const framer = new LineFramer(longestLine);
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const line of framer.push(chunk)) {
        const refused = refusal(line);
        if (refused === null) this.push(`${line.text}\n`);
        else output.write(`${refused}\n`);
      }
      done();
    },
  });
  input.once('close', () => checked.end());
  return input.pipe(checked);
}

/** null: a message, or an empty line. */
function refusal({ text, cut }: FramedText): string | null {
  if (cut !== undefined) return error('null', -32600, `The message has ${cut} bytes. The limit is ${longestLine}.`);
  if (text.trim() === '') return null;
  const read = parseJson(text);
  if (!read.ok) return error('null', -32700, `The line is not JSON: ${read.problem}`);
  const problem = problemOf(read.value);
  return problem === null
    ? null
    : error(isId(read.value) ? (memberText(text, 'id') ?? 'null') : 'null', -32600, problem);
}

function problemOf(value: Json): string | null {
  if (Array.isArray(value)) return 'Send one message per line: MCP has no batches since 2025-06-18.';
  if (!isObject(value)) return 'The line is JSON, but not an object.';
  const { jsonrpc, id, method, params } = value;
  if (jsonrpc !== '2.0') return 'The member "jsonrpc" must be "2.0".';
  if (method === undefined && (value.result !== undefined || value.error !== undefined)) return null;
  if (typeof method !== 'string') return 'The member "method" must be a string.';
  if (id !== undefined && typeof id !== 'string' && !Number.isSafeInteger(id))
    return 'The member "id" must be a string or an integer of at most 2^53.';
  return params === undefined || isObject(params) ? null : 'The member "params" must be an object.';
}

const isId = (value: Json): boolean =>
  isObject(value) && (typeof value.id === 'string' || typeof value.id === 'number');

const error = (id: string, code: number, message: string): string =>
  `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message })}}`;
