// For tests only: the inspector as an app opens it that follows the spool of its data folder.

import { openInspector } from '../../app/open-inspector.ts';
import type { InspectorHandle } from '../inspector-handle.ts';

export function openFollowing(dataDir: string): Promise<InspectorHandle> {
  return openInspector({
    dataDir,
    version: '0',
    abilities: { openExternal: false, secureStorage: false },
    follow: true,
  });
}
