// What someone pastes into the address wins over what the window was about to write there.

import { expect, it } from 'vitest';
import { done, type Method } from '../../shared/api/api.ts';
import { silentPlatform } from '../platform/fixtures.ts';
import { createModel } from './create-model.ts';
import { followAddress } from './follow-address.ts';
import { pageOf } from './page.ts';
import { resetRows, select, timelineOf } from './timeline.ts';

/** As much of a browser's window as an address needs: the event for a pasted one comes later, in a turn of its own. */
function makeWindow() {
  const location = { hash: '', pathname: '/', search: '' };
  const history = {
    replaceState: (_state: unknown, _title: string, hash: string) => {
      location.hash = hash.startsWith('#') ? hash : '';
    },
  };
  let read = async () => undefined as unknown;
  const addEventListener = (_name: string, listener: () => Promise<void>) => {
    read = listener;
  };
  return { window: { location, history, addEventListener } as unknown as Window, location, read: () => read() };
}

function begin() {
  const model = createModel({
    ...silentPlatform,
    call: async (method: Method) =>
      (method === 'openView' ? done({ view: 'v', total: 0, hidden: 0 }) : done(null)) as never,
  });
  const { window, location, read } = makeWindow();
  followAddress(model, window);
  resetRows(model, '', 0, 0);
  return { model, location, read };
}

it('an address that was pasted and not read yet is not written over', async () => {
  const { model, location, read } = begin();
  select(model, 7);
  expect(location.hash).toBe('#row=7');
  location.hash = '#filter=is%3Afailed&row=3&page=probe';
  select(model, 8);
  expect(location.hash).toBe('#filter=is%3Afailed&row=3&page=probe');
  await read();
  expect(pageOf(model).getState().page).toBe('probe');
  expect(timelineOf(model).getState()).toMatchObject({ filter: 'is:failed', selected: 3 });
  select(model, 4);
  expect(location.hash).toBe('#filter=is%3Afailed&row=4&page=probe');
});

it('of two that are pasted in one breath the second counts', async () => {
  const { model, location, read } = begin();
  location.hash = '#row=3&page=compare';
  const first = read();
  location.hash = '#row=5&page=probe';
  await Promise.all([first, read()]);
  expect(pageOf(model).getState().page).toBe('probe');
  expect(timelineOf(model).getState().selected).toBe(5);
  expect(location.hash).toBe('#row=5&page=probe');
});
