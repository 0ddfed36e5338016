// Rules about progress and cancellation ("Progress", "Cancellation").

import { type Json, member } from '../json/json.ts';
import { isModernRevision } from '../protocol/revision.ts';
import { legacyPage, modern, modernPage, type RuledMessage, type SessionRule, untilModern } from './rule.ts';
import { ask, greeting, legacyCall, legacyStart, noted, reply, sent, told } from './traces.ts';

const progress = legacyPage('basic/utilities/progress');
const cancellation = legacyPage('basic/utilities/cancellation');
/** Tokens that are remembered at once. */
const mostTokens = 1000;

const [hello] = greeting({}, {});
const isProgress = (method: string): boolean => method === 'notifications/progress';

const paying = (id: Json, progressToken: Json) =>
  sent(id, 'tools/call', { name: 'pay', arguments: {}, _meta: { progressToken } });
const at = (progressToken: Json, done: Json) => told('notifications/progress', { progressToken, progress: done });

type Owner = Pick<RuledMessage, 'id' | 'from'>;

/** Remembers under which request each token was given. */
function tokens() {
  const known = new Map<string, Owner>();
  return {
    add(token: string, owner: Owner): void {
      if (known.size >= mostTokens) known.clear();
      known.set(token, owner);
    },
    get: (token: string) => known.get(token),
  };
}

export const progressRules: readonly SessionRule[] = [
  {
    id: 'raise progress',
    clause: 'The progress value MUST increase with each notification, even if the total is unknown.',
    address: `${progress}#progress-flow`,
    since: '2025-03-26',
    binds: 'both',
    effect: 'noted',
    on: ['notification', 'request'],
    watch: () => {
      const last = new Map<string, number>();
      return ({ kind, method, params, from, token }) => {
        // Each request may use a token again once it is free.
        if (kind === 'request' && token !== '') last.delete(`${from === 'client' ? 'server' : 'client'} ${token}`);
        const now = isProgress(method) ? member(params, 'progress') : undefined;
        if (typeof now !== 'number') return null;
        const key = `${from} ${token}`;
        const before = last.get(key);
        if (last.size >= mostTokens) last.clear();
        last.set(key, now);
        if (before === undefined || now > before) return null;
        return now === before ? `reported progress ${now} twice` : `reported progress ${now} after ${before}`;
      };
    },
    fix: 'Send a higher progress each time, or send nothing.',
    breaks: [
      [...legacyStart, paying(1, 't'), at('t', 5), at('t', 3), reply(1)],
      [...legacyStart, paying(1, 't'), at('t', 5), at('t', 5), reply(1)],
    ],
    keeps: [
      [...legacyStart, paying(1, 't'), at('t', 5), at('t', 5.5), reply(1), paying(2, 't'), at('t', 1), reply(2)],
      [...legacyStart, paying(1, 't'), paying(2, 'u'), at('t', 5), at('u', 1), reply(1), reply(2)],
    ],
  },
  {
    id: 'report progress only of open requests',
    clause:
      'Progress notifications MUST only reference tokens that were provided in an active request and are associated with an in-progress operation.',
    address: `${progress}#behavior-requirements`,
    since: '2024-11-05',
    binds: 'both',
    effect: 'noted',
    on: ['notification', 'request'],
    watch: () => {
      const known = tokens();
      return ({ kind, method, id, from, via, token }, session) => {
        if (kind === 'request') {
          if (token !== '') known.add(token, { id, from });
          return null;
        }
        if (!isProgress(method)) return null;
        const owner = known.get(token);
        if (owner === undefined)
          return session.isWhole && !session.hasForgotten
            ? `reported progress for the unknown token ${token.slice(0, 40)}`
            : null;
        if (owner.from === from) return null;
        const request = session.request(owner.from, owner.id);
        // Messages of different streams have no order.
        if (request?.state !== 'answered' || request.isTask || request.via !== via) return null;
        return `reported progress for ${request.method} after its answer`;
      };
    },
    fix: 'Send progress only for the progressToken of a request that is still open.',
    breaks: [
      [...legacyStart, legacyCall(1), at('x', 1), reply(1)],
      [...legacyStart, paying(1, 't'), reply(1), at('t', 1)],
    ],
    keeps: [
      [...legacyStart, paying(1, 't'), at('t', 1), reply(1)],
      [legacyCall(1), at('x', 1), reply(1)],
      [...legacyStart, paying(1, 't'), noted('notifications/cancelled', { requestId: 1 }), at('t', 1)],
    ],
  },
  {
    id: 'give each open request its own token',
    clause: 'Progress tokens MUST be a string or integer value, and MUST be unique across all active requests.',
    address: `${progress}#progress-flow`,
    since: '2024-11-05',
    binds: 'both',
    effect: 'noted',
    on: ['request'],
    watch: () => {
      const known = tokens();
      return ({ params, id, from, via, token }, session) => {
        if (token === '') return null;
        const raw = member(member(params, '_meta'), 'progressToken');
        if (typeof raw !== 'string' && !Number.isInteger(raw))
          return 'sent a progressToken that is no text and no whole number';
        const owner = known.get(token);
        known.add(token, { id, from });
        const isShared =
          owner !== undefined &&
          owner.from === from &&
          owner.id !== id &&
          session.request(from, owner.id)?.state === 'open';
        // Several clients may use one server over HTTP.
        return isShared && via === undefined
          ? `used the progressToken ${token.slice(0, 40)} for two open requests`
          : null;
      };
    },
    fix: 'Use the id of the request as its progressToken.',
    breaks: [
      [...legacyStart, paying(1, 't'), paying(2, 't'), reply(1), reply(2)],
      [...legacyStart, paying(1, 1.5), reply(1)],
    ],
    keeps: [
      [...legacyStart, paying(1, 't'), reply(1), paying(2, 't'), reply(2), paying(3, 3), reply(3)],
      [...legacyStart, paying(1, 't'), noted('notifications/cancelled', { requestId: 1 }), paying(2, 't'), reply(2)],
    ],
  },
  {
    id: 'let initialize end',
    clause: 'The initialize request MUST NOT be cancelled by clients.',
    address: `${cancellation}#behavior-requirements`,
    ...untilModern,
    binds: 'client',
    effect: 'noted',
    on: ['notification'],
    of: ['notifications/cancelled'],
    watch:
      () =>
      ({ from, about }, session) => {
        const request = session.request(from, about);
        return request?.method === 'initialize' && request.state !== 'answered' ? 'canceled initialize' : null;
      },
    fix: 'Close the connection instead.',
    breaks: [[hello, noted('notifications/cancelled', { requestId: 0 })]],
    keeps: [[...legacyStart, legacyCall(1), noted('notifications/cancelled', { requestId: 1 })]],
  },
  {
    id: 'cancel only what was sent',
    clause:
      'Cancellation notifications MUST only reference requests that were previously issued in the same direction.',
    address: `${cancellation}#behavior-requirements`,
    since: '2024-11-05',
    binds: 'both',
    effect: 'noted',
    on: ['notification'],
    of: ['notifications/cancelled'],
    watch:
      () =>
      ({ params, from, revision, about }, session) => {
        if (!session.isWhole || session.hasForgotten) return null;
        // Since 2026-07-28 servers end subscriptions like this.
        if (from === 'server' && isModernRevision(revision)) return null;
        if (about === '') return member(params, 'taskId') === undefined ? 'canceled without a requestId' : null;
        return session.request(from, about) === undefined
          ? `canceled the id ${about.slice(0, 40)}, which it never used`
          : null;
      },
    fix: 'Put the id of your own request into requestId, with its type.',
    breaks: [
      [...legacyStart, legacyCall(1), noted('notifications/cancelled', { requestId: '1' })],
      [...legacyStart, legacyCall(1), told('notifications/cancelled', { requestId: 1 }), reply(1)],
      [...legacyStart, legacyCall(1), noted('notifications/cancelled', {}), reply(1)],
    ],
    keeps: [[...legacyStart, legacyCall(1), reply(1), noted('notifications/cancelled', { requestId: 1 })]],
  },
  {
    id: 'cancel only subscriptions',
    clause: 'Server-sent cancellation notifications MUST reference a subscriptions/listen request.',
    address: modernPage('basic/patterns/cancellation#behavior-requirements'),
    ...modern,
    binds: 'server',
    effect: 'noted',
    on: ['notification'],
    of: ['notifications/cancelled'],
    watch:
      () =>
      ({ about }, session) => {
        const request = session.request('client', about);
        if (request === undefined)
          return session.isWhole && !session.hasForgotten ? 'cancels a request that was never sent' : null;
        return request.method === 'subscriptions/listen' ? null : `cancels ${request.method}`;
      },
    fix: 'Answer the request with an error instead.',
    breaks: [[ask(1, 'tools/list'), told('notifications/cancelled', { requestId: 1 })]],
    keeps: [[ask(1, 'subscriptions/listen', { notifications: {} }), told('notifications/cancelled', { requestId: 1 })]],
  },
];
