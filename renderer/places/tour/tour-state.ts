// Where the tour is: nowhere, or at one of its steps. Taken or declined, it never comes back by itself.

import { create } from 'zustand';
import { showPage } from '../../model/page.ts';
import { noteTourSeen } from '../../model/preferences.ts';
import { useTimeline } from '../../model/timeline.ts';

export const useTour = create<{ step: number | null }>(() => ({ step: null }));

export function startTour(): void {
  showPage('timeline');
  // It points at the card, too.
  if (useTimeline.getState().selected !== null) useTimeline.setState({ paneOpen: true });
  useTour.setState({ step: 0 });
}

export function showStep(step: number): void {
  useTour.setState({ step });
}

export function endTour(): void {
  useTour.setState({ step: null });
  noteTourSeen();
}
