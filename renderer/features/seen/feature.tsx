// What a client's model got of an answer, next to what the server sent.

import type { WindowFeature } from '../../model/window-feature.ts';
import { seenRuns } from './commands.ts';
import { SeenTab, useSeenTab } from './seen-tab.tsx';

export const seenFeature: WindowFeature = {
  name: 'seen',
  commands: seenRuns,
  card: { tabs: [{ tab: 'seen', useOffer: useSeenTab, Content: SeenTab }] },
};
