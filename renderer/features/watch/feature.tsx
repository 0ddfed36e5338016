// The dialog that puts Misfire between a client and its servers.

import type { WindowFeature } from '../../model/window-feature.ts';
import { WatchDialog } from './watch-dialog.tsx';

export const watch: WindowFeature = { name: 'watch', overlays: [WatchDialog] };
