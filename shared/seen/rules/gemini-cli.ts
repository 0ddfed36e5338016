// Gemini CLI. A failure reaches the model as one sentence with the whole result as JSON; a success as labeled texts.

import { isObject, type Json, type JsonObject, member, parseJson } from '../../json/json.ts';
import { jsonText } from '../../json/json-text.ts';
import { contentOf, resourceOf, textOf, typeOf } from '../parts/blocks.ts';
import { grouped } from '../parts/cut-text.ts';
import { refusedByOutputSchema } from '../parts/output-schema.ts';
import { shapedResult } from '../parts/result-shape.ts';
import type { Got, Pass, Passed, SeenContext } from '../parts/seen.ts';

/** The default of `tools.truncateToolOutputThreshold`. */
const mostCharacters = 40_000;

type Part = { text: string } | { inlineData: { mimeType: string; data: string } };

export const passGeminiCli: Pass = (answer, context) => {
  const { tool } = context;
  if ('error' in answer) {
    const { code, message } = answer.error;
    const rule = 'Passes on code and message of a JSON-RPC error; data is dropped.';
    return failure(`MCP error ${code}: ${message}`, rule, context);
  }
  const shaped = shapedResult(withStructured(answer.result), { drops: ['annotations', 'size'], listsAllTries: true });
  if (!shaped.ok) return failure(shaped.issues, 'Refuses an answer that is not a CallToolResult.', context);
  const { result } = shaped;
  const refused = refusedByOutputSchema(result, tool, context.outputSchema);
  if (refused !== null) return failure(refused, 'Refuses an answer that breaks the outputSchema.', context);
  if (member(result, 'isError') === true)
    return sentence(result, 'Puts the whole isError result as JSON into one sentence.', context);
  const { got, rule } = passedOn(contentOf(result), tool, context.model);
  return { got, flagged: false, rule };
};

/** A first text that is JSON becomes structured content if there is none. So a bare `42` or a list is rejected. */
function withStructured(result: JsonObject): JsonObject {
  const [first] = contentOf(result);
  if (member(result, 'structuredContent') || first === undefined || typeOf(first) !== 'text') return result;
  const parsed = parseJson(textOf(first, 'text'));
  return parsed.ok ? { ...result, structuredContent: parsed.value } : result;
}

const failure = (message: string, rule: string, context: SeenContext): Passed =>
  sentence({ error: { message, isError: true } }, rule, context);

function sentence(response: Json, rule: string, { tool, args }: SeenContext): Passed {
  // The arguments of a recording may be nested as deep as they like.
  const call = jsonText({ ...(tool === undefined ? {} : { name: tool }), args: args ?? {} });
  const said = JSON.stringify([{ functionResponse: { name: tool, response } }]);
  const got = `MCP tool '${tool}' reported tool error for function call: ${call} with response: ${said}`;
  return { got, flagged: true, rule };
}

function passedOn(content: JsonObject[], tool: string, model: string | undefined): { got: Got; rule: string } {
  const parts = content.flatMap((block) => partsOf(block, tool));
  const [only] = parts;
  if (only !== undefined && parts.length === 1 && 'text' in only && only.text.length > mostCharacters) {
    const rule = 'Shows the first 8,000 and the last 32,000 characters of a single large text.';
    return { got: bothEnds(only.text), rule };
  }
  const texts = parts.flatMap((part) => ('text' in part ? [part.text] : []));
  const data = parts.flatMap((part) => ('inlineData' in part ? [part] : []));
  const isUnheard = ({ inlineData }: (typeof data)[number]) => /^(?:audio|video)\//.test(inlineData.mimeType);
  const types = new Set(data.filter(isUnheard).map(({ inlineData }) => inlineData.mimeType));
  if (types.size > 0)
    texts.unshift(
      `[SYSTEM: Binary content (${[...types].join(', ')}) stripped from response due to protocol limitations.]`,
    );
  const shown = data.filter((part) => !isUnheard(part));
  const rule = 'Passes on texts and pictures; structured content of a success is not read.';
  if (texts.length === 0) return { got: '{}', rule: 'Passes on an empty object: structured content is not read.' };
  const text = texts.join('\n');
  if (shown.length === 0) return { got: text, rule };
  const inside = model?.startsWith('gemini-3-') ? { text, parts: shown } : null;
  return { got: inside ? [inside] : [{ text }, ...shown], rule };
}

function partsOf(block: JsonObject, tool: string): Part[] {
  const type = typeOf(block);
  if (type === 'text') return [{ text: untrusted(textOf(block, 'text')) }];
  if (type === 'resource_link') {
    const title = textOf(block, 'title') || textOf(block, 'name');
    return [{ text: `Resource Link: ${title} at ${textOf(block, 'uri')}` }];
  }
  const provided = (what: string, mimeType: string, data: string): Part[] => [
    { text: `[Tool '${tool}' provided the following ${what} with mime-type: ${mimeType}]` },
    { inlineData: { mimeType, data } },
  ];
  if (type === 'image' || type === 'audio')
    return provided(`${type} data`, textOf(block, 'mimeType'), textOf(block, 'data'));
  const resource = resourceOf(block);
  const [text, blob] = [textOf(resource, 'text'), textOf(resource, 'blob')];
  if (text !== '') return [{ text: untrusted(text) }];
  if (blob === '') return [];
  return provided('embedded resource', textOf(resource, 'mimeType') || 'application/octet-stream', blob);
}

const untrusted = (text: string): string =>
  `<untrusted_context>\n${text.replaceAll('</untrusted_context>', '&lt;/untrusted_context&gt;')}\n</untrusted_context>`;

function bothEnds(text: string): string {
  const head = mostCharacters / 5;
  const tail = mostCharacters - head;
  const left = grouped(text.length - mostCharacters);
  return `Output too large. Showing first ${grouped(head)} and last ${grouped(tail)} characters. For full output see: <file>\n${text.slice(0, head)}\n\n... [${left} characters omitted] ...\n\n${text.slice(-tail)}`;
}

/** Gemini CLI puts marks around a text, and the words of an error as JSON at the end of its own sentence. */
export function withoutGeminiWords(text: string): string {
  const [open, close] = ['<untrusted_context>\n', '\n</untrusted_context>'];
  const bare = text.startsWith(open) && text.endsWith(close) ? text.slice(open.length, -close.length) : text;
  const error = member(responseInSentence(bare), 'error');
  const message = member(error, 'message') ?? error;
  return typeof message === 'string' ? message : bare;
}

/** A failed call repeats the server's whole result, or the words of the error, as JSON at the end of one sentence. */
export function responseInSentence(sentence: string): JsonObject | undefined {
  const mark = ' with response: ';
  const at = sentence.startsWith('MCP tool ') ? sentence.lastIndexOf(mark) : -1;
  const parsed = at < 0 ? null : parseJson(sentence.slice(at + mark.length));
  return parsed?.ok ? responseIn(parsed.value) : undefined;
}

export function responseIn(result: Json | undefined): JsonObject | undefined {
  for (const part of Array.isArray(result) ? result : []) {
    const response = member(member(part, 'functionResponse'), 'response');
    if (isObject(response)) return response;
  }
  return undefined;
}
