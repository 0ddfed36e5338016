// Dialects of servers, and teaching one.

import type { WindowFeature } from '../../model/window-feature.ts';
import { DialectsDialog } from './dialects-dialog.tsx';
import { TeachDialog } from './teach-dialog.tsx';

export const dialects: WindowFeature = { name: 'dialects', overlays: [DialectsDialog, TeachDialog] };
