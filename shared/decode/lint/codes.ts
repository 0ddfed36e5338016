// Codes and statuses that contradict JSON-RPC, tables or each other.

import { anyOf } from '../../dialects/patterns.ts';
import { isStronger } from '../../dialects/places.ts';
import { isObject, type Json, member } from '../../json/json.ts';
import { classTitles } from '../finding/class-titles.ts';
import type { Decision } from '../finding/decision.ts';
import { short } from '../words/fact-words.ts';
import type { LintRule } from './lint-rule.ts';

const standard = new Set([-32700, -32600, -32601, -32602, -32603]);
const specified = new Set([-32020, -32021, -32022, -32042]);

/** Precise statuses; 400, 422 and 500 cover too much to contradict anything. */
const precise: Readonly<Record<number, readonly string[]>> = {
  401: ['unauthorized', 'approval_required'],
  403: ['forbidden', 'unauthorized', 'approval_required', 'rate_limited'],
  404: ['not_found', 'method_not_found', 'validation'],
  408: ['timeout'],
  409: ['conflict'],
  429: ['rate_limited'],
  504: ['timeout', 'dependency', 'unavailable'],
};

/** The code of the JSON-RPC error object, if the failure came in one. */
function rpcCode({ reading }: Decision): Json | undefined {
  return member(reading.sites[0]?.value, 'code');
}

/** Rules about the code of a JSON-RPC error object. */
export const rpcCodeRules: readonly LintRule[] = [
  {
    id: 'positive-code',
    severity: 'warning',
    check(decision) {
      const code = rpcCode(decision);
      return typeof code === 'number' && Number.isInteger(code) && code > 0
        ? `The JSON-RPC code ${code} is positive: an HTTP, gRPC or database code has leaked into it.`
        : null;
    },
  },
  {
    id: 'code-zero',
    severity: 'note',
    check: (decision) => (rpcCode(decision) === 0 ? 'Code 0 says nothing: give failures a code of their own.' : null),
  },
  {
    id: 'code-not-a-number',
    severity: 'error',
    check(decision) {
      const code = rpcCode(decision);
      if (typeof code === 'number' && Number.isSafeInteger(code)) return null;
      if (!isObject(decision.reading.sites[0]?.value)) return null;
      return code === undefined
        ? 'The error has no code; JSON-RPC asks for a whole number.'
        : 'The code is not a whole number, as JSON-RPC asks.';
    },
  },
  {
    id: 'reserved-code',
    severity: 'info',
    check(decision) {
      const code = rpcCode(decision);
      if (typeof code !== 'number' || standard.has(code) || specified.has(code)) return null;
      if (code < -32768 || code > -32000) return null;
      if (code >= -32019 || code === -32002)
        return `${code} has no agreed meaning: clients must not assume one. Your own codes belong outside -32768 to -32000.`;
      return `${code} is in a range reserved by JSON-RPC or MCP. Your own codes belong outside -32768 to -32000.`;
    },
  },
  {
    id: 'validation-as-internal-error',
    severity: 'note',
    check: (decision) =>
      rpcCode(decision) !== -32603 || decision.class !== 'validation'
        ? null
        : decision.envelope !== null || decision.call.method !== 'tools/call'
          ? 'Bad params were answered with -32603, internal error; -32602 says what it is.'
          : 'Bad arguments were answered with -32603, internal error; -32602 or a tool error says what it is.',
  },
  {
    id: 'validation-as-protocol-error',
    severity: 'info',
    check: (decision) =>
      rpcCode(decision) === -32602 &&
      decision.class === 'validation' &&
      decision.call.method === 'tools/call' &&
      // Without a tool to run there is no tool error: JSON-RPC reports a bad envelope.
      decision.envelope === null
        ? 'Bad tool arguments were answered as a protocol error; since MCP 2025-11-25 they are a tool error (isError), ' +
          'so that the model can correct them.'
        : null,
  },
];

const crash = anyOf(
  /cannot (?:read|set|destructure|convert)|is not (?:a function|iterable|defined)|\bundefined\b|NoneType/i,
  /has no attribute|nil pointer|NullPointer|KeyError|TypeError|AttributeError|IndexError|Traceback|panic/i,
  /Object reference not set|unwrap\(\)|unsupported operand|internal error|undefined method/i,
);

/** Schema validators also write `undefined` for missing values. */
const checked = /\b(?:validation error|invalid arguments|expected \w{1,20}, received)\b/i;

/** Rules about codes and statuses that contradict tables or each other. */
export const tableRules: readonly LintRule[] = [
  {
    id: 'wrapped-error',
    severity: 'note',
    check({ wrapper, deciding }) {
      if (wrapper === null || deciding === null) return null;
      const around = classTitles[wrapper.row.meaning.class];
      const said = short(String(deciding.value), 60);
      return `${deciding.path} says ${said}, but the error around it says “${around}”. Give this failure its own code.`;
    },
  },
  {
    id: 'status-contradicts-code',
    severity: 'warning',
    check({ reading, codeRow, class: failureClass }) {
      const status = reading.statuses[0];
      if (status === undefined || reading.numbers.length === 0 || codeRow === null || codeRow.table !== 'code')
        return null;
      if (!isStronger(codeRow.place, 'bare rejection') || reading.numbers[0]?.value === status.value) return null;
      const allowed = precise[status.value];
      if (status.value >= 500 && ['validation', 'not_found', 'unauthorized', 'forbidden'].includes(failureClass)) {
        return `status ${status.value} blames the server, but the code says ${failureClass.replaceAll('_', ' ')}.`;
      }
      return allowed !== undefined && !allowed.includes(failureClass)
        ? `status ${status.value} and code ${reading.numbers[0]?.value} say different things (${failureClass.replaceAll('_', ' ')}).`
        : null;
    },
  },
  {
    id: 'status-differs-from-http',
    severity: 'note',
    check({ reading, call }) {
      const outer = call.http?.status ?? null;
      const inner = reading.problem?.status;
      return outer !== null && inner !== undefined && reading.carrier === 'http' && inner !== outer
        ? `The problem document says status ${inner}, but HTTP says ${outer}.`
        : null;
    },
  },
  {
    id: 'code-outside-its-range',
    severity: 'info',
    check({ vendor, codeRow, reading }) {
      const own = codeRow?.meaning.category;
      if (vendor === null || own === undefined || codeRow?.dialect !== vendor) return null;
      const code = reading.numbers.find((found) => vendor.codes[String(found.value)] !== undefined)?.value;
      if (code === undefined) return null;
      const range = vendor.ranges.find(({ from, to }) => code >= from && code <= to)?.category;
      if (range === undefined || range.startsWith(own) || own.startsWith(range)) return null;
      return `${code} is listed as ${own}, but ${vendor.name} keeps its range for ${range}; the listing was followed.`;
    },
  },
  {
    id: 'protocol-error-as-tool-error',
    severity: 'info',
    check: ({ class: failureClass, reading, call }) =>
      reading.carrier === 'result.isError' &&
      failureClass === 'not_found' &&
      call.method === 'tools/call' &&
      saysUnknownTool(reading.messages[0]?.value)
        ? 'An unknown tool was answered as a tool error; MCP asks for the protocol error -32602.'
        : null,
  },
  // Arguments that break the tool's listed schema, and a message that does not say so.
  {
    id: 'broke-on-bad-arguments',
    severity: 'warning',
    check: ({ reading, class: failureClass, message }) =>
      failureClass === 'validation' &&
      reading.argumentIssues.length > 0 &&
      !checked.test(message.slice(0, 1000)) &&
      (reading.stack || crash.test(message.slice(0, 1000)) || reading.words.some(({ value }) => crash.test(value)))
        ? 'The server broke on arguments that its own schema refuses: check them first, and say which do not fit.'
        : null,
  },
];

const unknownTool = /^(?:unknown tool\b|tool ['"]?[^\s'"]{1,128}['"]? (?:was )?not found|tool not found)/i;

function saysUnknownTool(message: string | undefined): boolean {
  return message !== undefined && message.length < 300 && unknownTool.test(message);
}
