// A window of 1024 by 700: nothing that is to be read is cut, covered or left out.

import { expect, test } from './app.ts';
import { captureOf, card, dropFile, rows, servers, skipTour, trySamples } from './page.ts';

test.use({ viewport: { width: 1024, height: 700 } });

test('the tour points at the card, which it opens itself', async ({ app, page }) => {
  // So narrow that the card does not open by itself.
  await page.setViewportSize({ width: 760, height: 700 });
  await page.goto(app.url);
  await trySamples(page);
  await page.getByRole('button', { name: 'Take the tour' }).click();
  const step = page.getByRole('dialog', { name: 'Every message is a row' });
  await expect(step).toContainText('1 of 4');
  await step.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('dialog', { name: 'The card says why' })).toBeVisible();
});

test('the head of a long list of servers keeps its buttons', async ({ app, page }) => {
  await page.goto(app.url);
  const names = Array.from({ length: 12 }, (_, index) => `server-${index}`);
  const mcpServers = Object.fromEntries(names.map((name) => [name, { url: 'http://127.0.0.1:9/mcp' }]));
  await page.getByRole('button', { name: 'Add a server' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a server' });
  await dialog.getByLabel('Command or address').fill(JSON.stringify({ mcpServers }));
  await dialog.getByRole('button', { name: /without connecting$/ }).click();
  await expect(servers(page).getByRole('listitem')).toHaveCount(12);
  const side = await servers(page).boundingBox();
  for (const button of ['Connect all', 'Add']) {
    const box = await servers(page).getByRole('button', { name: button, exact: true }).boundingBox();
    expect(box!.x + box!.width, button).toBeLessThanOrEqual(side!.x + side!.width);
    expect(box!.height, button).toBeLessThan(30);
  }
});

/** A refusal inside a result, with a problem document. */
const refused = captureOf(
  { name: 'get_report', arguments: { kind: 'weekly' } },
  {
    result: { isError: true, content: [{ type: 'text', text: '{"code":500,"error":"Internal error","status":500}' }] },
  },
);

test('no menu lies over the value that it is about, and a code does not push away the words', async ({ app, page }) => {
  await skipTour(page);
  await page.goto(app.url);
  await dropFile(page, 'refused.misfire', refused);
  await rows(page).first().click();
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText(/ failed in /);
  const words = rows(page).first().getByText('Server error', { exact: true });
  expect(await words.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  const covered = await card(page)
    .locator('[data-value]')
    .evaluateAll((values) =>
      values.flatMap((value) => {
        const menu = value.querySelector(':scope > [data-value-menu]')?.getBoundingClientRect();
        if (!menu) return [];
        const walk = document.createTreeWalker(value, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        for (let text = walk.nextNode(); text !== null; text = walk.nextNode()) {
          if (text.textContent?.trim() === '') continue;
          range.selectNodeContents(text);
          for (const { left, right, top, bottom } of range.getClientRects())
            if (left < menu.right && right > menu.left && top < menu.bottom && bottom > menu.top)
              return [value.textContent];
        }
        return [];
      }),
    );
  expect(covered).toEqual([]);
});

test('what does not fit behind the pill of a row is left out whole, not cut to a letter', async ({ app, page }) => {
  await skipTour(page);
  await page.goto(app.url);
  await dropFile(page, 'refused.misfire', refused);
  const place = rows(page).first().getByText('in isError', { exact: true });
  const look = () =>
    place.evaluate((element) => {
      const [own, line] = [element.getBoundingClientRect(), element.parentElement!.getBoundingClientRect()];
      const isSeen = own.top < line.bottom - 2 && own.right <= line.right + 1;
      return { isSeen, isCut: element.scrollWidth > element.clientWidth };
    });
  const seen = new Set<boolean>();
  for (let width = 1440; width >= 900; width -= 12) {
    await page.setViewportSize({ width, height: 700 });
    const { isSeen, isCut } = await look();
    expect(isCut, `at ${width} px`).toBe(false);
    seen.add(isSeen);
  }
  expect(seen).toEqual(new Set([true, false]));
});
