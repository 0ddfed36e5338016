// The timeline, with the focus on its rows.

import type { Model } from '../model/model.ts';
import { showPage } from '../model/open-place.ts';
import { focusById } from './focus-by-id.ts';

export function goToTimeline(model: Model): void {
  showPage(model, 'timeline');
  focusById('timeline-grid');
}
