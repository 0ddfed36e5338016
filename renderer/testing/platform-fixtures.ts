// A platform for tests of the window itself: functions that a test does not replace do nothing.

import { refused } from '../../shared/contract/api.ts';
import type { Platform } from '../platform/platform.ts';

export const silentPlatform: Platform = {
  call: async () => refused('not_connected', 'No host in this test.'),
  onBatch: () => () => undefined,
  onCommand: () => () => undefined,
  onStatus: () => () => undefined,
  onHostEvent: () => () => undefined,
  setLooks: () => undefined,
  zoom: null,
  saveFile: async () => ({ outcome: 'cancelled' }),
  openFile: async () => ({ outcome: 'cancelled' }),
  copyText: async () => false,
};
