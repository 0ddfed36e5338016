// Which place of the window is shown. Failures is the timeline with a filter, so it is no page of its own.

import { create } from 'zustand';

export const pages = ['timeline', 'replay', 'compare', 'probe'] as const;
export type Page = (typeof pages)[number];

export const usePage = create<{ page: Page }>(() => ({ page: 'timeline' }));

export function showPage(page: Page): void {
  if (usePage.getState().page !== page) usePage.setState({ page });
}
