// What of a row can be taken along as text: the card for an issue, the request, the response. Long bodies are fetched whole.
// Everything passes the same masking as the view.

import type { RowDetail, RowEvent } from '../../../shared/timeline.ts';
import { serverById, useConnection } from '../../model/connection.ts';
import { useDetail } from '../../model/detail.ts';
import { copyText, say } from '../../model/notices.ts';
import type { Platform } from '../../platform/platform.ts';
import { failureMarkdown } from '../../text/wording.ts';

/** One request for the rest of a body. */
const part = 1_000_000;

export function copyFailure(): unknown {
  const { detail } = useDetail.getState();
  if (!detail) return say('Select a row first.', 'bad');
  const server = serverById(useConnection.getState().servers, detail.row.server);
  return copyText(failureMarkdown(detail, server?.name ?? detail.row.server), 'Card');
}

/** `detail` as it came: places in a masked text are not places in the message. */
export async function copyMessage(
  platform: Platform,
  detail: RowDetail | null,
  which: 'request' | 'response',
): Promise<void> {
  const event = detail && messageOf(detail, which);
  if (!event) return say(which === 'request' ? 'This row has no request.' : 'This row has no response.', 'bad');
  const text = await wholeText(platform, event);
  if (text !== null) await copyText(text, which === 'request' ? 'Request' : 'Response');
}

/** The first message that went the call's way, or the last that came back; an HTTP body where no message came. */
export function messageOf({ row, events }: RowDetail, which: 'request' | 'response'): RowEvent | undefined {
  const back = row.direction === 'out' ? 'in' : 'out';
  if (which === 'request') return events.find(({ lane }) => lane === row.direction);
  return (
    events.findLast(({ lane }) => lane === back) ?? events.findLast(({ lane, text }) => lane === 'http' && text !== '')
  );
}

async function wholeText(platform: Platform, event: RowEvent): Promise<string | null> {
  const parts = [event.text];
  let length = event.text.length;
  while (length < event.length) {
    const answer = await platform.call('body', { seq: event.seq, offset: length, length: part });
    if (!answer.ok) {
      say(answer.error.message, 'bad');
      return null;
    }
    if (answer.value.text === '') break;
    parts.push(answer.value.text);
    length += answer.value.text.length;
  }
  return parts.join('');
}
