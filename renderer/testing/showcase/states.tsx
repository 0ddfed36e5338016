// All components with their states: the page Components of `npm run dev` shows them, and states.test.tsx checks each.

import type { Shown } from './shown.ts';

const files = import.meta.glob<readonly Shown[]>('../../**/*.states.tsx', { eager: true, import: 'shown' });

export const allShown: readonly Shown[] = Object.values(files).flat();
