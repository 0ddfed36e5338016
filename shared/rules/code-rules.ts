// Rules about error codes: those that a revision bans, and what some of them must carry ("Error Codes").

import { isObject, type Json, member } from '../json/json.ts';
import { lastLegacyRevision, modernRevision } from '../protocol/revision.ts';
import { legacyPage, modern, modernPage, onlyLastLegacy, type SessionRule } from './rule.ts';
import { ask, call, fail, legacyCall, legacyStart, line, posted } from './traces.ts';

const codes = modernPage('basic#error-codes');

const defined: ReadonlySet<number> = new Set([-32020, -32021, -32022]);
const replaced: Readonly<Record<number, string>> = { [-32002]: '-32602', [-32042]: 'resultType input_required' };

const codeOf = (error: Json | undefined): number | null => {
  const code = member(error, 'code');
  return typeof code === 'number' && Number.isInteger(code) ? code : null;
};
const withData = (code: number, data: Json) => fail(1, code, 'x', 0, data);

export const codeRules: readonly SessionRule[] = [
  {
    id: 'use no code of earlier revisions',
    clause: 'Implementations of this protocol version MUST NOT emit these codes: -32002, -32042.',
    address: codes,
    ...modern,
    binds: 'both',
    effect: 'noted',
    on: ['error'],
    watch:
      () =>
      ({ error }) => {
        const code = codeOf(error);
        return code !== null && replaced[code] !== undefined ? `sends the code ${code} of earlier revisions` : null;
      },
    fix: 'Use -32602 for a resource that does not exist, and resultType input_required to ask for a URL.',
    breaks: [[ask(1, 'resources/read', { uri: 'a:b' }), fail(1, -32002, 'Resource not found')]],
    keeps: [
      [ask(1, 'resources/read', { uri: 'a:b' }), fail(1, -32602, 'Resource not found')],
      [...legacyStart, legacyCall(1), fail(1, -32002, 'Resource not found')],
    ],
  },
  {
    id: 'leave reserved codes to MCP',
    clause: 'Implementations MUST NOT emit any code from -32020 to -32099 that is not defined by this specification.',
    address: codes,
    ...modern,
    binds: 'both',
    effect: 'noted',
    on: ['error'],
    watch:
      () =>
      ({ error }) => {
        const code = codeOf(error);
        const isReserved = code !== null && code <= -32020 && code >= -32099 && replaced[code] === undefined;
        return isReserved && !defined.has(code) ? `sends the reserved code ${code}` : null;
      },
    fix: 'Use a code outside -32768 to -32000.',
    breaks: [[call(1), fail(1, -32050, 'Busy')]],
    keeps: [
      [call(1), fail(1, -31050, 'Busy')],
      [...legacyStart, legacyCall(1), fail(1, -32050, 'Busy')],
    ],
  },
  {
    id: 'use each code for what it means',
    clause: 'Implementations MUST use defined codes only with their specified meanings.',
    address: codes,
    ...modern,
    binds: 'server',
    effect: 'noted',
    on: ['error'],
    watch:
      () =>
      ({ error, request }, { isStdio }) => {
        const code = codeOf(error);
        if (code === -32020 && isStdio) return 'sends -32020, which is about HTTP headers, over stdio';
        const supported = code === -32022 ? member(member(error, 'data'), 'supported') : undefined;
        const asked = request?.revision ?? '';
        return asked !== '' && Array.isArray(supported) && supported.includes(asked)
          ? `sends -32022 for ${asked.slice(0, 20)}, which it lists as supported`
          : null;
      },
    fix: 'Use -32020 for headers that differ from the message, and -32022 for revisions that the server does not have.',
    breaks: [
      [[0, 'life', 'spawned'], call(1), fail(1, -32020, 'x')],
      [call(1), withData(-32022, { supported: [modernRevision], requested: modernRevision })],
    ],
    keeps: [
      [call(1), fail(1, -32020, 'x')],
      [call(1), withData(-32022, { supported: [lastLegacyRevision], requested: modernRevision })],
    ],
  },
  {
    id: 'use no code of the legacy range',
    clause: 'New implementations SHOULD NOT use codes from -32000 to -32019 at all.',
    address: codes,
    ...modern,
    isAdvice: true,
    binds: 'both',
    effect: 'noted',
    on: ['error'],
    watch:
      () =>
      ({ error }) => {
        const code = codeOf(error);
        const isLegacy = code !== null && code <= -32000 && code >= -32019 && replaced[code] === undefined;
        return isLegacy ? `sends the code ${code}, which has no agreed meaning` : null;
      },
    fix: 'Use a code outside -32768 to -32000.',
    breaks: [[call(1), fail(1, -32001, 'Session not found')]],
    keeps: [
      [...legacyStart, legacyCall(1), fail(1, -32001, 'Session not found')],
      // A server of 2025-11-25 that does not know the question.
      [ask(1, 'server/discover'), fail(1, -32000, 'Server not initialized')],
      [
        ask('a', 'server/discover'),
        posted(1, {}, { status: 400 }),
        line('line in', { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Server not initialized' } }, 1),
      ],
    ],
  },
  {
    id: 'list the missing capabilities',
    clause: 'The server MUST return -32021 whose data.requiredCapabilities lists the missing capabilities.',
    address: modernPage('basic#meta'),
    ...modern,
    binds: 'server',
    effect: 'noted',
    on: ['error'],
    watch:
      () =>
      ({ error }) =>
        codeOf(error) === -32021 && !isObject(member(member(error, 'data'), 'requiredCapabilities'))
          ? 'sends -32021 without data.requiredCapabilities'
          : null,
    fix: 'Add {"requiredCapabilities": {…}} as data.',
    breaks: [[call(1), fail(1, -32021, 'x')]],
    keeps: [[call(1, {}), withData(-32021, { requiredCapabilities: { sampling: {} } })]],
  },
  {
    id: 'list the supported revisions',
    clause: 'It MUST respond with an UnsupportedProtocolVersionError listing the versions it does support.',
    address: modernPage('basic/versioning#protocol-version-negotiation'),
    ...modern,
    binds: 'server',
    effect: 'noted',
    on: ['error'],
    watch:
      () =>
      ({ error }) =>
        codeOf(error) === -32022 && !Array.isArray(member(member(error, 'data'), 'supported'))
          ? 'sends -32022 without data.supported'
          : null,
    fix: 'Add {"supported": ["2026-07-28"], "requested": "…"} as data.',
    breaks: [[call(1), fail(1, -32022, 'x')]],
    keeps: [[call(1), withData(-32022, { supported: [lastLegacyRevision], requested: modernRevision })]],
  },
  {
    id: 'list the elicitations that are required',
    clause: 'The error MUST include a list of elicitations, which MUST be URL mode elicitations with an elicitationId.',
    address: legacyPage('client/elicitation#url-elicitation-required-error'),
    ...onlyLastLegacy,
    binds: 'server',
    effect: 'noted',
    on: ['error'],
    watch:
      () =>
      ({ error }) => {
        if (codeOf(error) !== -32042) return null;
        const list = member(member(error, 'data'), 'elicitations');
        if (!Array.isArray(list) || list.length === 0) return 'sends -32042 without elicitations';
        const isWhole = (one: Json) =>
          member(one, 'mode') === 'url' && typeof member(one, 'elicitationId') === 'string';
        return list.every(isWhole) ? null : 'sends -32042 with an elicitation without a URL or an id';
      },
    fix: 'Add {"elicitations": [{"mode": "url", "elicitationId": "…", "url": "…", "message": "…"}]} as data.',
    breaks: [
      [...legacyStart, legacyCall(1), fail(1, -32042, 'x')],
      [...legacyStart, legacyCall(1), withData(-32042, { elicitations: [{ mode: 'form', message: 'x' }] })],
    ],
    keeps: [
      [
        ...legacyStart,
        legacyCall(1),
        withData(-32042, {
          elicitations: [{ mode: 'url', elicitationId: 'e', url: 'https://a.example', message: 'x' }],
        }),
      ],
    ],
  },
];
