// Finds elements that have no role of their own, such as the sections of a card. Prefer roles and text.

import { type Locator, locators, page } from 'vitest/browser';

declare module 'vitest/browser' {
  interface LocatorSelectors {
    getByCSS(selector: string): Locator;
  }
}

locators.extend({ getByCSS: (selector: string) => `css=${selector}` });

/** A section of the card by its heading. */
export const section = (title: string): Locator =>
  page.getByCSS('#detail-pane section').filter({ has: page.getByRole('heading', { name: title }) });
