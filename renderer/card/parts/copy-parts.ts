// Parts of a row that can be copied as text: the card for an issue, the request, the response. Long bodies are fetched whole. Everything
// is masked like the view.

import { issueOfRow } from '../../../shared/author-report/issue-of-row.ts';
import type { RowDetail, RowEvent } from '../../../shared/timeline.ts';
import { connectionOf, serverById } from '../../model/connection.ts';
import { detailOf } from '../../model/detail.ts';
import type { Model } from '../../model/model.ts';
import { copyText, say } from '../../model/notices.ts';
import { failureMarkdown } from '../../text/wording.ts';

/** The size of one request for the rest of a body. */
const part = 1_000_000;

export function copyFailure(model: Model): unknown {
  const { detail } = detailOf(model).getState();
  if (!detail) return say(model, 'Select a row first.', 'bad');
  const server = serverById(connectionOf(model).getState().servers, detail.row.server);
  return copyText(model, failureMarkdown(detail, server?.name ?? detail.row.server), 'Card');
}

/** An issue for the server's author, with a script that needs no Misfire if the server's command is known. */
export async function copyIssue(model: Model): Promise<void> {
  const { detail } = detailOf(model).getState();
  if (!detail) return say(model, 'Select a row first.', 'bad');
  const { row } = detail;
  // A process exit has its own row; one of the calls that failed with it reproduces it.
  const call = [row, ...(detail.incident?.rows ?? [])].find(({ kind }) => kind === 'call');
  const script = call === undefined ? null : await model.platform.call('snippet', { row: call.id, kind: 'curl' });
  const server = serverById(connectionOf(model).getState().servers, row.server);
  const text = issueOfRow(detail, server?.name ?? row.server, script?.ok ? script.value.text : '');
  if (text === null) return say(model, 'Nothing to report: this error needs no change in the server.');
  await copyText(model, text, 'Issue for the author');
}

/** `detail` is unmasked: positions in a masked text differ from those in the message. */
export async function copyMessage(
  model: Model,
  detail: RowDetail | null,
  which: 'request' | 'response',
): Promise<void> {
  const event = detail && messageOf(detail, which);
  if (!event) return say(model, which === 'request' ? 'This row has no request.' : 'This row has no response.', 'bad');
  const text = await wholeText(model, event);
  if (text !== null) await copyText(model, text, which === 'request' ? 'Request' : 'Response');
}

/** The first message in the call's direction, or the last one back; an HTTP body if there was no message. */
function messageOf({ row, events }: RowDetail, which: 'request' | 'response'): RowEvent | undefined {
  const back = row.direction === 'out' ? 'in' : 'out';
  if (which === 'request') return events.find(({ lane }) => lane === row.direction);
  return (
    events.findLast(({ lane }) => lane === back) ?? events.findLast(({ lane, text }) => lane === 'http' && text !== '')
  );
}

async function wholeText(model: Model, event: RowEvent): Promise<string | null> {
  const parts = [event.text];
  let length = event.text.length;
  while (length < event.length) {
    const answer = await model.platform.call('body', { seq: event.seq, offset: length, length: part });
    if (!answer.ok) {
      say(model, answer.error.message, 'bad');
      return null;
    }
    if (answer.value.text === '') break;
    parts.push(answer.value.text);
    length += answer.value.text.length;
  }
  return parts.join('');
}
