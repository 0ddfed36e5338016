// The platform of a page without a host: browser files and clipboard, and no responses.

import { refused } from '../../shared/api/answer.ts';
import type { RecordingView } from '../../shared/api/views.ts';
import { browserFiles } from '../platform/browser-files.ts';
import type { Platform } from '../platform/platform.ts';

const nothing = () => () => undefined;

export const noHost: Platform = {
  ...browserFiles,
  call: async () => refused('refused', 'This page has no host.'),
  onBatch: nothing,
  onCommand: nothing,
  onHostEvent: nothing,
  onStatus: nothing,
  setLooks: () => undefined,
  zoom: null,
};

/** A pasted recording is finished: nothing in it relates to the current time. */
export const pastedRecording: RecordingView = {
  id: 1,
  name: 'Pasted',
  isNamed: false,
  note: '',
  kind: 'imported',
  source: '',
  startedAt: 0,
  touchedAt: 0,
  bytes: 0,
  rows: 0,
  messages: 0,
  counted: null,
  isLive: false,
  isShown: true,
};
