// The current step of the tour, if any. Once taken or declined, it never returns by itself.

import { defineStore, type Model } from '../../model/model.ts';
import { showPage } from '../../model/open-place.ts';
import { noteTourSeen } from '../../model/preferences.ts';
import { keepSelectionInView } from '../../model/selection-in-view.ts';
import { timelineOf } from '../../model/timeline.ts';

export const [tourOf, useTour] = defineStore<{ step: number | null }>(() => ({ step: null }));

export function startTour(model: Model): void {
  showPage(model, 'timeline');
  // It also points at the card.
  if (timelineOf(model).getState().selected !== null) timelineOf(model).setState({ paneOpen: true });
  tourOf(model).setState({ step: 0 });
}

export function showStep(model: Model, step: number): void {
  tourOf(model).setState({ step });
}

export function endTour(model: Model): void {
  tourOf(model).setState({ step: null });
  noteTourSeen(model);
  // Meanwhile newer rows may have pushed it out of the list.
  void keepSelectionInView(model, true);
}
