// Values to pick from, by row: the list tool is called once, after the user asked for it, and its answer stays with the card.

import { type ListTool, listToolFor, valuesIn } from '../../shared/correct/list-tool.ts';
import { member, parseJson } from '../../shared/json/json.ts';
import type { RowDetail } from '../../shared/timeline.ts';
import { awayServerOf, connectFirst } from './connect-servers.ts';
import { knownToolsOf } from './known-tools.ts';
import { defineStore, type Model } from './model.ts';
import { say } from './notices.ts';

interface Picks {
  /** Best match first. */
  values: Record<number, readonly string[]>;
  asking: number | null;
}

export const [picksOf, usePicks] = defineStore<Picks>(() => ({ values: {}, asking: null }));

export const listToolOf = (model: Model, detail: RowDetail): ListTool | null =>
  listToolFor(detail, knownToolsOf(model).getState().lists[detail.row.id] ?? []);

const askEvery = 150;
const asksAtMost = 400;

export async function pickFromList(model: Model, detail: RowDetail): Promise<void> {
  const from = listToolOf(model, detail);
  if (from === null || picksOf(model).getState().asking !== null) return;
  const { row } = detail;
  picksOf(model).setState({ asking: row.id });
  try {
    const away = awayServerOf(model, row.server);
    if (away && !(await connectFirst(model, away))) return;
    const params = JSON.stringify({ name: from.tool, arguments: {} });
    const sent = await model.platform.call('call', { server: row.server, method: 'tools/call', params });
    if (!sent.ok) return say(model, sent.error.message, 'bad');
    const text = await answerOf(model, sent.value.id);
    const read = parseJson(text ?? '');
    const result = read.ok ? member(read.value, 'result') : undefined;
    const values = result === undefined ? [] : valuesIn(result, from);
    if (values.length === 0) say(model, `${from.tool} returned no values to pick from.`, 'bad');
    picksOf(model).setState((state) => ({ values: { ...state.values, [row.id]: values } }));
  } finally {
    picksOf(model).setState({ asking: null });
  }
}

/** The response of a call, once it is there; null: it got none, or a very long one. */
async function answerOf(model: Model, id: number): Promise<string | null> {
  for (let asked = 0; asked < asksAtMost; asked += 1) {
    const answer = await model.platform.call('rowDetail', { id });
    if (!answer.ok) return null;
    const { row, events } = answer.value;
    if (!row.pending) {
      const event = events.findLast(({ lane }) => lane === 'in');
      if (event === undefined) return null;
      if (event.text.length === event.length) return event.text;
      const whole = await model.platform.call('body', { seq: event.seq, offset: 0, length: 1_000_000 });
      return whole.ok ? whole.value.text : null;
    }
    await new Promise((resolve) => setTimeout(resolve, askEvery));
  }
  return null;
}
