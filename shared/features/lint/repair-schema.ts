// The same schema without what clients and model services refuse: it accepts the same values. Bounded, because schemas come from servers.

import { isObject, type Json, type JsonObject } from '../../json/json.ts';
import { jsonText } from '../../json/json-text.ts';
import { schemaLists, schemaMaps, schemaPlaces } from '../../schema/schema-parts.ts';
import { type SchemaPlace, schemaFlaws } from './schema-flaws.ts';

const deepest = 40;
const mostParts = 5_000;

/** null: there is nothing to repair, or it is too large. */
export function repairedSchema(schema: Json | undefined, isInput: boolean): JsonObject | null {
  if (!isObject(schema)) return null;
  const budget = { parts: 0 };
  const again = (one: JsonObject) => repair(one, { root: one, isTop: true, isInput, where: '' }, budget, 0);
  // What a repair leaves may need another one: a property without its reference has no type.
  const first = again(schema);
  if (budget.parts > mostParts) return null;
  const repaired = again(first);
  if (budget.parts > mostParts) return null;
  return jsonText(repaired) === jsonText(schema) ? null : repaired;
}

/** The outer part first: what it moves is repaired at its new place. */
function repair(schema: JsonObject, place: SchemaPlace, budget: { parts: number }, depth: number): JsonObject {
  budget.parts += 1;
  if (depth > deepest) budget.parts = mostParts + 1;
  if (budget.parts > mostParts) return schema;
  let own = schema;
  for (const flaw of schemaFlaws) if (flaw.repair && flaw.find(own, place).length > 0) own = flaw.repair(own, place);
  const part = (value: Json): Json =>
    isObject(value) ? repair(value, { ...place, isTop: false }, budget, depth + 1) : value;
  return Object.fromEntries(
    Object.entries(own).map(([keyword, value]): [string, Json] => {
      if (schemaMaps.includes(keyword) && isObject(value))
        return [keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, part(one)]))];
      if (schemaLists.includes(keyword) && Array.isArray(value)) return [keyword, value.map((one) => part(one))];
      return [keyword, schemaPlaces.includes(keyword) ? part(value) : value];
    }),
  );
}
