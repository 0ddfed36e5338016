// What a row puts on the clipboard: the report, the request, the response and the link. None may contain a planted secret. Each secret is
// here in one form; shared/mask/planted.test.ts masks each in every form.

import { expect, it } from 'vitest';
import { answered } from '../../../shared/account/account.ts';
import { decode } from '../../../shared/decode/decode.ts';
import { leftIn, plantedTexts } from '../../../shared/mask/testing/planted-forms.ts';
import type { RowDetail, RowEvent } from '../../../shared/timeline.ts';
import { writePlace } from '../../model/address.ts';
import { createModel } from '../../model/create-model.ts';
import { detailOf } from '../../model/detail.ts';
import { maskForView } from '../../model/masks.ts';
import { copyText } from '../../model/notices.ts';
import { silentPlatform } from '../../testing/platform-fixtures.ts';
import { makeRow } from '../../testing/row-fixtures.ts';
import { copyFailure, copyMessage } from './copy-parts.ts';

const together = 6;
const beside = 'stands beside it';

const event = (lane: 'in' | 'out', message: object): RowEvent => {
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
  return { seq: 1, at: 0, lane, label: '', text, length: text.length };
};

function detailOn(said: string[]): RowDetail {
  const params = { name: 'fail', arguments: { beside, said } };
  const error = { code: -32000, message: `It failed: ${said[0]}`, data: { beside, said } };
  const events = [event('out', { method: 'tools/call', params }), event('in', { error })];
  const value = JSON.parse(events[1]?.text ?? '');
  const failure = decode(
    answered({ value, text: events[1]?.text ?? '' }, { method: 'tools/call', target: 'fail', params }),
    {
      server: 'shop',
      receivedAt: 0,
    },
  );
  const row = makeRow({ method: 'tools/call', target: 'fail', direction: 'out' });
  return {
    row,
    failure,
    params: JSON.stringify(params),
    events,
    moreEvents: 0,
    attempts: [],
    judgements: [],
    breadcrumbs: [],
    incident: null,
    original: null,
  };
}

it('copies no planted secret: report, request, response, link', async () => {
  const copied: string[] = [];
  const bare: string[] = [];
  const copyToClipboard = async (text: string) => {
    copied.push(text);
    return true;
  };
  for (let from = 0; from < plantedTexts.length; from += together) {
    const said = plantedTexts.slice(from, from + together);
    // A separate window each: what it learned from one row must not mask the next.
    const model = createModel({ ...silentPlatform, copyText: copyToClipboard });
    const raw = detailOn(said);
    bare.push(JSON.stringify(raw));
    detailOf(model).setState({ raw, detail: maskForView(model, raw) });
    await copyFailure(model);
    await copyMessage(model, raw, 'request');
    await copyMessage(model, raw, 'response');
    for (const text of said) {
      // Alone: nothing was seen that could reveal it.
      const fresh = createModel({ ...silentPlatform, copyText: copyToClipboard });
      await copyText(fresh, `http://127.0.0.1:4000/${writePlace({ filter: text, row: 7, tab: null })}`, 'Link');
    }
  }
  expect(leftIn(bare.join('\n'))).toHaveLength(plantedTexts.length);
  expect(copied.filter((text) => text.includes(beside)).length).toBeGreaterThan(bare.length);
  expect(leftIn(copied.join('\n'))).toEqual([]);
});
