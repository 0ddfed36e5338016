import { detailOf } from './detail.ts';
// A URL that the user pastes wins over the URL that the window was about to write.

import { expect, it } from 'vitest';
import { done, type Method } from '../../shared/contract/api.ts';
import { probePanelOf } from '../features/compare/probes.ts';
import { silentPlatform } from '../testing/platform-fixtures.ts';
import { createModel } from './create-model.ts';
import { closeDialog, dialogsOf, openCall, openDialog } from './dialogs.ts';
import { openFilter } from './filter.ts';
import { followAddress } from './follow-address.ts';
import { pageOf, showPage } from './open-place.ts';
import { resetRows, select, timelineOf } from './timeline.ts';
import type { WindowFeature, WindowPlace } from './window-feature.ts';

/** The part of a browser's window that a URL and its history need. Events come later, in their own turn. */
function makeWindow() {
  const entries: { state: unknown; hash: string }[] = [{ state: null, hash: '' }];
  let at = 0;
  const hashOf = (url: string) => (url.startsWith('#') ? url : '');
  const listeners: Record<string, (event: { state: unknown }) => Promise<void> | void> = {};
  const location = { hash: '', pathname: '/', search: '' };
  const history = {
    get state() {
      return entries[at]!.state;
    },
    replaceState: (state: unknown, _title: string, url: string) => {
      entries[at] = { state: structuredClone(state), hash: hashOf(url) };
      location.hash = hashOf(url);
    },
    pushState: (state: unknown, _title: string, url: string) => {
      entries.splice(++at);
      entries.push({ state: structuredClone(state), hash: hashOf(url) });
      location.hash = hashOf(url);
    },
    go: (by: number) => void go(by),
  };
  const went: Promise<void>[] = [];
  const go = (by: number) => {
    const to = Math.max(0, Math.min(entries.length - 1, at + by));
    if (to === at) return;
    at = to;
    location.hash = entries[at]!.hash;
    went.push(Promise.resolve(listeners.popstate?.({ state: entries[at]!.state })));
  };
  const addEventListener = (name: string, listener: (typeof listeners)[string]) => {
    listeners[name] = listener;
  };
  return {
    window: { location, history, addEventListener } as unknown as Window,
    location,
    /** The current entry of the window. Before the first, 0, is another page. */
    entry: () => at,
    /** Moves, and waits until the window has followed. */
    travel: async (by: number) => {
      go(by);
      while (went.length > 0) await went.shift();
    },
    /** A pasted URL is a new entry without a state. */
    read: async () => {
      entries.splice(++at);
      entries.push({ state: null, hash: location.hash });
      await listeners.hashchange?.({ state: null });
    },
  };
}

const placeNamed = (page: string, panels: WindowPlace['panels'] = []): WindowFeature => ({
  name: page,
  place: { page, label: page, Place: () => null, panels },
});

function begin() {
  const model = createModel(
    {
      ...silentPlatform,
      call: async (method: Method) =>
        (method === 'openView' ? done({ view: 'v', total: 0, hidden: 0 }) : done(null)) as never,
    },
    [placeNamed('rehearse'), placeNamed('compare', [{ name: 'probe', isOpen: probePanelOf }])],
  );
  const { window, location, entry, travel, read } = makeWindow();
  followAddress(model, window);
  resetRows(model, '', 0, 0);
  return { model, location, entry, travel, read };
}

it('does not overwrite a pasted URL that was not read yet', async () => {
  const { model, location, read } = begin();
  select(model, 7);
  expect(location.hash).toBe('#row=7');
  location.hash = '#filter=is%3Afailed&row=3&page=rehearse';
  select(model, 8);
  expect(location.hash).toBe('#filter=is%3Afailed&row=3&page=rehearse');
  await read();
  expect(pageOf(model).getState().page).toBe('rehearse');
  expect(timelineOf(model).getState()).toMatchObject({ filter: 'is:failed', selected: 3 });
  select(model, 4);
  expect(location.hash).toBe('#filter=is%3Afailed&row=4&page=rehearse');
});

it('opens what became of the former places', async () => {
  const { model, location, read } = begin();
  location.hash = '#page=replay&replay=3';
  await read();
  expect(pageOf(model).getState().page).toBe('timeline');
  expect(detailOf(model).getState().tab).toBe('attempts');
  expect(timelineOf(model).getState().selected).toBe(3);
  location.hash = '#page=probe';
  await read();
  expect(pageOf(model).getState().page).toBe('compare');
  expect(probePanelOf(model).getState().isOpen).toBe(true);
});

it('follows the second of two URLs pasted at once', async () => {
  const { model, location, read } = begin();
  location.hash = '#row=3&page=compare';
  const first = read();
  location.hash = '#row=5&page=rehearse';
  await Promise.all([first, read()]);
  expect(pageOf(model).getState().page).toBe('rehearse');
  expect(timelineOf(model).getState().selected).toBe(5);
  expect(location.hash).toBe('#row=5&page=rehearse');
});

it('Back and Forward move between places, filters, rows and dialogs', async () => {
  const { model, location, travel } = begin();
  select(model, 7);
  showPage(model, 'compare');
  showPage(model, 'timeline');
  await openFilter(model, 'is:failed');
  openCall(model, 'here');
  await travel(-1);
  expect(dialogsOf(model).getState().open).toBe('none');
  expect(location.hash).toBe('#filter=is%3Afailed&row=7');
  await travel(-1);
  expect(timelineOf(model).getState().filter).toBe('');
  await travel(-1);
  expect(pageOf(model).getState().page).toBe('compare');
  await travel(3);
  expect(dialogsOf(model).getState()).toMatchObject({ open: 'call', server: 'here' });
  expect(timelineOf(model).getState().filter).toBe('is:failed');
});

it('Back stays in the app', async () => {
  const { model, location, entry, travel } = begin();
  select(model, 7);
  for (let presses = 0; presses < 3; presses++) {
    await travel(-1);
    expect(entry()).toBe(1);
  }
  expect(location.hash).toBe('');
  await travel(1);
  expect(timelineOf(model).getState().selected).toBe(7);
});

it('letters of a filter and rows passed by key are one entry, and the window’s own selection is none', async () => {
  const { model, travel } = begin();
  select(model, 3);
  for (const row of [4, 5, 6]) select(model, row, false, 'step');
  select(model, 9, false);
  for (const text of ['i', 'is', 'is:failed']) await openFilter(model, text);
  await travel(-1);
  expect(timelineOf(model).getState()).toMatchObject({ filter: '', selected: 9 });
  await travel(-1);
  expect(timelineOf(model).getState().selected).toBe(3);
});

it('does not return to a closed dialog', async () => {
  const { model, travel } = begin();
  select(model, 3);
  openCall(model);
  closeDialog(model);
  await travel(-1);
  expect(timelineOf(model).getState().selected).toBe(null);
  await travel(1);
  openCall(model);
  closeDialog(model);
  select(model, 5);
  await travel(-1);
  expect(timelineOf(model).getState().selected).toBe(3);
});

it('a selection that changes under a dialog does not leave its old place', async () => {
  const { model, travel } = begin();
  select(model, 7);
  await openFilter(model, 'tool:notes');
  openDialog(model, 'sheet');
  // The filter hides row 7; its neighbor is found only after the dialog was opened.
  select(model, 3, false);
  await travel(-1);
  expect(dialogsOf(model).getState().open).toBe('none');
  expect(timelineOf(model).getState()).toMatchObject({ filter: 'tool:notes', selected: 3 });
  await travel(1);
  closeDialog(model);
  await travel(-1);
  expect(timelineOf(model).getState()).toMatchObject({ filter: '', selected: 7 });
});

it('a call sent from its dialog is one step, and Back does not open the dialog again', async () => {
  const { model, travel } = begin();
  select(model, 3);
  openCall(model);
  for (const sent of [5, 6]) select(model, sent);
  closeDialog(model);
  expect(timelineOf(model).getState().selected).toBe(6);
  await travel(-1);
  expect(dialogsOf(model).getState().open).toBe('none');
  expect(timelineOf(model).getState().selected).toBe(3);
});

it('Forward does not repeat a question that is over', async () => {
  const { model, travel } = begin();
  openDialog(model, 'guard');
  await travel(-1);
  await travel(1);
  expect(dialogsOf(model).getState().open).toBe('none');
});
