// Which place of the window is shown.

import { create } from 'zustand';

export const pages = ['timeline', 'failures', 'replay', 'compare', 'probe'] as const;
export type Page = (typeof pages)[number];

export const usePage = create<{ page: Page }>(() => ({ page: 'timeline' }));

export function showPage(page: Page): void {
  if (usePage.getState().page !== page) usePage.setState({ page });
}
