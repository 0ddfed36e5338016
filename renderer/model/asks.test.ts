import { beforeEach, expect, it } from 'vitest';
import type { AskView } from '../../shared/connecting.ts';
import { markAnswered, noteAsks, openAsk, useAsks } from './asks.ts';
import { closeDialog, useDialogs } from './dialogs.ts';
import { useNotices } from './notices.ts';

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

beforeEach(() => {
  useAsks.setState({ asks: [], shown: null });
  useNotices.setState({ text: '' });
});

it('says when a server no longer waits', () => {
  noteAsks([ask('a'), ask('b')]);
  expect(useNotices.getState().text).toBe('');
  noteAsks([ask('b')]);
  expect(useNotices.getState().text).toBe('A server no longer waits for an answer.');
});

it('says nothing of what was answered here, nor of what the window shows', () => {
  noteAsks([ask('a'), ask('b')]);
  markAnswered('a');
  openAsk('b');
  noteAsks([]);
  expect(useNotices.getState().text).toBe('');
  expect(useAsks.getState().shown?.id).toBe('b');
});

it('says it again once the window is closed', () => {
  noteAsks([ask('a')]);
  openAsk('a');
  closeDialog();
  noteAsks([]);
  expect(useNotices.getState().text).not.toBe('');
});

it('opens the oldest where none is named', () => {
  noteAsks([ask('a'), ask('b')]);
  openAsk();
  expect(useAsks.getState().shown?.id).toBe('a');
  expect(useDialogs.getState()).toMatchObject({ open: 'asks', server: 's1' });
});
