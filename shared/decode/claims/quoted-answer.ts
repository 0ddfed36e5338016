// A server that rejects its own output may quote an upstream failure: "Output validation error: 'HTTP 503' is not of type 'object'". The
// quoted failure decides; the schema violation stays a separate fault.

import { soundsFailed } from '../../dialects/failure-sentences.ts';
import { anyOf } from '../../dialects/patterns.ts';
import type { FoundValue, Reading } from '../reading/reading.ts';

const ofPydantic = /\binput_value=(['"])([^\n]{3,300}?)\1, input_type=/;
const ofJsonSchema =
  /^(?:Output validation error|validating tool output): ([^\n]{3,400}?) (?:is not|was expected|does not)\b/;
const ofFastMcp =
  /\bstructured_content must be a dict or None\. Got \w{1,20}: [^\n]{0,60}'text': (['"])([^\n]{3,400}?)\1, '/;
const ofOutput = anyOf(
  /validation errors? for \w{1,80}(?:Output|Result|Response)\b|^Output validation error/,
  /^validating tool output|\bstructured_content must be/,
);
const statusAlone = /\b[45]\d\d\b/;

/** The failure that a rejected output describes; null if there is none. */
export function quotedAnswer({ messages }: Pick<Reading, 'messages'>): FoundValue<string> | null {
  for (const { value, path } of messages) {
    if (!value.includes('utput') && !value.includes('validation error') && !value.includes('structured_content'))
      continue;
    const head = value.slice(0, 1500);
    if (!ofOutput.test(head)) continue;
    const quoted = ofPydantic.exec(head)?.[2] ?? ofJsonSchema.exec(head)?.[1] ?? ofFastMcp.exec(head)?.[2];
    if (quoted !== undefined && (soundsFailed(quoted) || statusAlone.test(quoted))) return { value: quoted, path };
  }
  return null;
}
