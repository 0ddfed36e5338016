// Results that every SDK rejects. Clients drop such a response, so the call failed.

import type { JsonObject } from '../../json/json.ts';
import { noContent, wrongForm } from '../../rules/result-form.ts';
import { isNegativeAnswer } from './negative.ts';

/** Results that are not final, or of a kind that MCP defines (2026-07-28, "Results"). */
const knownTypes = new Set(['complete', 'input_required', 'task']);

/** What is wrong with a result, for the end of a sentence; null if an SDK would accept it. */
export function malformedResult(method: string | undefined, result: JsonObject): string | null {
  const { resultType } = result;
  if (typeof resultType === 'string' && !knownTypes.has(resultType))
    return `its result type “${resultType.slice(0, 60)}” is none of MCP, so it belongs to an extension that was not agreed on`;
  if (method === undefined || (resultType !== undefined && resultType !== 'complete')) return null;
  const why = wrongForm(method, result);
  return why === noContent && saysMore(result) ? null : why;
}

/** Some SDKs accept these. */
const saysMore = (result: JsonObject): boolean =>
  ['structuredContent', 'task', 'taskId', 'toolResult'].some((name) => result[name] !== undefined) ||
  isNegativeAnswer(result);
