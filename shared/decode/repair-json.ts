// Mends JSON that was cut off: closes what is open after the last whole value, so that the beginning of a long message can still be read.
// One pass, no recursion; says nothing about texts that are broken in the middle.

import { type Json, parseJson } from '../json.ts';

const longest = 256 * 1024;

/** The value of the whole part of a cut text; undefined when it is no beginning of JSON. */
export function repairJson(text: string): Json | undefined {
  const source = text.length > longest ? text.slice(0, longest) : text;
  const closers: string[] = [];
  // Where the text may be cut so that only closers are missing, and how many closers were open there.
  let safe = -1;
  let safeDepth = 0;
  let inString = false;
  let escaped = false;
  let stringIsKey = false;
  let expectKey = false;
  let stringStart = -1;
  for (let index = 0; index < source.length; index++) {
    const code = source.charCodeAt(index);
    if (inString) {
      if (escaped) escaped = false;
      else if (code === 92) escaped = true;
      else if (code === 34) {
        inString = false;
        if (!stringIsKey) {
          safe = index + 1;
          safeDepth = closers.length;
        }
      }
      continue;
    }
    if (code === 34) {
      inString = true;
      stringStart = index;
      stringIsKey = expectKey;
      continue;
    }
    if (code === 123 || code === 91) {
      closers.push(code === 123 ? '}' : ']');
      expectKey = code === 123;
      safe = index + 1;
      safeDepth = closers.length;
    } else if (code === 125 || code === 93) {
      if (closers.pop() === undefined) return undefined;
      expectKey = false;
      safe = index + 1;
      safeDepth = closers.length;
      if (closers.length === 0) break;
    } else if (code === 44) {
      expectKey = closers.at(-1) === '}';
      // What stands before a comma is whole, numbers and words included.
      safe = index;
      safeDepth = closers.length;
    } else if (code === 58) expectKey = false;
  }
  if (inString && !stringIsKey && stringStart >= 0) {
    const mended = close(`${source.slice(0, withoutEscape(source))}"`, closers, closers.length);
    if (mended !== undefined) return mended;
  }
  return safe < 0 ? undefined : close(source.slice(0, safe), closers, safeDepth);
}

function close(head: string, closers: readonly string[], depth: number): Json | undefined {
  const parsed = parseJson(head + closers.slice(0, depth).reverse().join(''));
  return parsed.ok ? parsed.value : undefined;
}

/** The end of the text without an escape that was cut in half: `\`, `\u00`. */
function withoutEscape(text: string): number {
  const backslash = text.lastIndexOf('\\');
  if (backslash < text.length - 6) return text.length;
  let run = 0;
  for (let index = backslash; index >= 0 && text.charCodeAt(index) === 92; index--) run++;
  if (run % 2 === 0) return text.length;
  const needed = text.charCodeAt(backslash + 1) === 117 ? 6 : 2;
  return text.length - backslash < needed ? backslash : text.length;
}
