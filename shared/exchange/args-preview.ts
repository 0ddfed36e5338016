// Previews the arguments of a call on one line: `{gtin: "0061…", limit: 5}`.

import { isObject, type Json, member } from '../json/json.ts';
import { clip } from './clip.ts';

const lengthLimit = 120;
const depthLimit = 3;
const stringLimit = 40;
const memberLimit = 12;

/** The preview of this request's arguments; '' if there are none. */
export function previewArgs(method: string, params: Json | undefined): string {
  if (params === undefined) return '';
  const named = method === 'tools/call' || method === 'prompts/get';
  const shown = named ? member(params, 'arguments') : params;
  if (shown === undefined) return '';
  if (!named && isObject(shown) && targetOnly(shown)) return '';
  const room: Room = { text: '', left: lengthLimit };
  write(shown, 0, room, !named);
  const text = clip(room.text, lengthLimit);
  return text === '{}' ? '' : text;
}

/** A lone `uri` or `name` is already the row's target, and a lone `cursor` carries no information. */
function targetOnly(params: Record<string, Json>): boolean {
  return Object.keys(params).every((key) => key === 'uri' || key === '_meta' || key === 'taskId');
}

interface Room {
  text: string;
  left: number;
}

function put(room: Room, text: string): void {
  room.text += text;
  room.left -= text.length;
}

function write(value: Json, depth: number, room: Room, hideMeta: boolean): void {
  if (room.left <= 0) return;
  if (typeof value === 'string') {
    const cut = value.length > stringLimit ? `${value.slice(0, stringLimit - 1)}…` : value;
    put(room, `"${cut.includes('"') ? cut.replaceAll('"', '\\"') : cut}"`);
  } else if (typeof value !== 'object' || value === null) {
    put(room, String(value));
  } else if (depth >= depthLimit) {
    put(room, Array.isArray(value) ? '[…]' : '{…}');
  } else if (Array.isArray(value)) {
    put(room, '[');
    for (let i = 0; i < value.length && room.left > 0; i += 1) {
      if (i > 0) put(room, ', ');
      if (i === memberLimit) {
        put(room, '…');
        break;
      }
      write(value[i] as Json, depth + 1, room, false);
    }
    put(room, ']');
  } else {
    writeMembers(value, depth, room, hideMeta);
  }
}

function writeMembers(value: Record<string, Json>, depth: number, room: Room, hideMeta: boolean): void {
  put(room, '{');
  let shown = 0;
  for (const key in value) {
    if (hideMeta && key === '_meta') continue;
    if (shown > 0) put(room, ', ');
    if (shown === memberLimit || room.left <= 0) {
      put(room, '…');
      break;
    }
    put(room, `${key.length > stringLimit ? `${key.slice(0, stringLimit - 1)}…` : key}: `);
    write(value[key] as Json, depth + 1, room, false);
    shown += 1;
  }
  put(room, '}');
}
