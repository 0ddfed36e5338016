// Opens the card of a row at one section.

import { setTab } from './detail.ts';
import type { Model } from './model.ts';
import { showPage } from './open-place.ts';
import { setSections } from './preferences.ts';
import { showCall } from './selection.ts';
import { timelineOf } from './timeline.ts';

export async function showSection(model: Model, row: number, section: string): Promise<void> {
  setSections(model, { [section]: true });
  showPage(model, 'timeline');
  timelineOf(model).setState({ paneOpen: true });
  const showing = showCall(model, row);
  setTab(model, 'explained');
  await showing;
}
