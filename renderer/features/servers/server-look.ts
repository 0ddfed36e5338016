// A server's state as a word and a shape, and all that is known of it. Pure.

import type { ServerState, ServerView } from '../../../shared/api/views.ts';
import { countInWords } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';

interface StateLook {
  word: string;
  shape: 'full' | 'ring' | 'turning';
  tone: 'ok' | 'wait' | 'bad' | 'mute';
}

const looks: Record<ServerState, StateLook> = {
  idle: { word: 'not connected', shape: 'ring', tone: 'mute' },
  connecting: { word: 'connecting', shape: 'turning', tone: 'wait' },
  connected: { word: 'connected', shape: 'full', tone: 'ok' },
  failed: { word: 'could not connect', shape: 'ring', tone: 'bad' },
  exited: { word: 'ended', shape: 'ring', tone: 'bad' },
  closing: { word: 'closing', shape: 'turning', tone: 'mute' },
};

/** A server that waits for a sign-in did not fail. */
export function stateLook(server: Pick<ServerView, 'state' | 'signIn' | 'watched'>): StateLook {
  if (server.watched) {
    const word = server.state === 'connected' ? 'live' : 'ended';
    return { word, shape: word === 'live' ? 'full' : 'ring', tone: word === 'live' ? 'ok' : 'mute' };
  }
  if (wantsSignIn(server) && server.state !== 'connected')
    return { word: server.signIn.state === 'waiting' ? 'signing in' : 'sign-in needed', shape: 'ring', tone: 'wait' };
  return looks[server.state];
}

function wantsSignIn({ signIn }: Pick<ServerView, 'signIn'>): boolean {
  return signIn.state === 'needed' || signIn.state === 'waiting' || signIn.state === 'failed';
}

/** All details, one per line, for the tooltip. */
export function wholeStory(server: ServerView): string {
  const info = server.serverInfo;
  const { messages, failedCalls, pending } = server.counts;
  const lines = [
    server.name,
    server.endpoint,
    info ? `${info.name} ${info.version}` : '',
    server.protocolVersion ? `MCP ${server.protocolVersion} (${server.era})` : '',
    server.pid === null ? '' : `process ${server.pid}`,
    [
      countInWords(messages, 'message'),
      countInWords(failedCalls, 'failed call'),
      pending > 0 ? `${pending} waiting` : '',
    ]
      .filter(Boolean)
      .join(', '),
    server.reason,
    server.signIn.words,
  ];
  return lines.filter(Boolean).map(visibleLine).join('\n');
}
