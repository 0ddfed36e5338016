// Checks the edited text shortly after the last key: a half-typed value is not a problem yet.

import { useEffect, useMemo, useState } from 'react';
import { type JsonObject, parseJson } from '../../shared/json/json.ts';
import { type ArgumentsCheck, inspectArguments } from './check-arguments.ts';

const afterTyping = 150;

/** A string: the text is not JSON, and why. */
export function useCheck(schema: JsonObject | null, text: string): ArgumentsCheck | string {
  const [settled, setSettled] = useState({ schema, text });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ schema, text }), afterTyping);
    return () => clearTimeout(timer);
  }, [schema, text]);
  // Another tool is checked at once: otherwise problems of the previous one would appear at its fields.
  const checked = settled.schema === schema ? settled.text : text;
  return useMemo(() => {
    // A call without arguments is checked like the card does: as an empty object.
    const parsed = parseJson(checked.trim() === '' ? '{}' : checked);
    return parsed.ok ? inspectArguments(schema, parsed.value) : parsed.problem;
  }, [schema, checked]);
}
