// A recorded response with the id of another request. Replaces only the id: digits, spacing and order stay as recorded.

import type { Json } from '../../json/json.ts';
import { JsonReader } from '../../json/json-reader.ts';
import { jsonText } from '../../json/json-text.ts';

export function withId(text: string, id: Json): string {
  for (const reader = new JsonReader(text); reader.next(); ) {
    if (reader.depth !== 1 || !reader.isName || reader.written !== '"id"') continue;
    if (!reader.nextIs(':') || !reader.next()) break;
    const { start } = reader;
    return reader.finishValue() ? text.slice(0, start) + jsonText(id) + text.slice(reader.end) : text;
  }
  return text;
}
