// The open place of the window.

import { defineStore, type Model } from './model.ts';

/** The timeline, or the page of a feature's place. */
export type Page = string;

export const [pageOf, usePage] = defineStore<{ page: Page }>(() => ({ page: 'timeline' }));

export function showPage(model: Model, page: Page): void {
  if (pageOf(model).getState().page !== page) pageOf(model).setState({ page });
}
