import { beforeEach, expect, it } from 'vitest';
import type { AskView } from '../../shared/server/connecting.ts';
import { silentPlatform } from '../testing/platform-fixtures.ts';
import { createModel } from './create-model.ts';
import { closeDialog, dialogsOf } from './dialogs.ts';
import type { Model } from './model.ts';
import { noticesOf } from './notices.ts';
import { asksOf, markAnswered, noteAsks, openAsk } from './pending-requests.ts';

const ask = (id: string): AskView => ({
  id,
  server: 's1',
  row: 1,
  kind: 'roots',
  method: 'roots/list',
  params: '',
  words: 'Wants its folders.',
  since: 0,
  until: null,
});

let model: Model;
beforeEach(() => {
  model = createModel(silentPlatform);
});

it('reports that a server no longer waits', () => {
  noteAsks(model, [ask('a'), ask('b')]);
  expect(noticesOf(model).getState().text).toBe('');
  noteAsks(model, [ask('b')]);
  expect(noticesOf(model).getState().text).toBe('A server no longer waits for an answer.');
});

it('reports nothing about an answered request, nor about the open one', () => {
  noteAsks(model, [ask('a'), ask('b')]);
  markAnswered(model, 'a');
  openAsk(model, 'b');
  noteAsks(model, []);
  expect(noticesOf(model).getState().text).toBe('');
  expect(asksOf(model).getState().shown?.id).toBe('b');
});

it('reports it once the dialog is closed', () => {
  noteAsks(model, [ask('a')]);
  openAsk(model, 'a');
  closeDialog(model);
  noteAsks(model, []);
  expect(noticesOf(model).getState().text).not.toBe('');
});

it('opens the oldest if none is named', () => {
  noteAsks(model, [ask('a'), ask('b')]);
  openAsk(model);
  expect(asksOf(model).getState().shown?.id).toBe('a');
  expect(dialogsOf(model).getState()).toMatchObject({ open: 'asks', server: 's1' });
});
