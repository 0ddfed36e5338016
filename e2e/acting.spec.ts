// The filter that the README shows finds rows in the samples. What filters and keys do is tested next to the timeline.

import { expect, test } from './app.ts';
import { filter, rows, skipTour } from './page.ts';

test('the example of the README finds rows in the samples', async ({ touredApp, page }) => {
  await skipTour(page);
  await page.goto(touredApp.url);
  await filter(page, 'is:failed -class:validation server:closient');
  await expect(rows(page).first()).toBeVisible();
});
