// The open place of the window.

import { defineStore, type Model } from './model.ts';

export const pages = ['timeline', 'failures', 'compare', 'rehearse', 'settings'] as const;
export type Page = (typeof pages)[number];

export const [pageOf, usePage] = defineStore<{ page: Page }>(() => ({ page: 'timeline' }));

export function showPage(model: Model, page: Page): void {
  if (pageOf(model).getState().page !== page) pageOf(model).setState({ page });
}
