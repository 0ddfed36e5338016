// Everything in the window, in tooltips and for screen readers: it contains no planted secret, no invisible character, and no
// unmarked look-alike name.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { allPlanted } from '../../shared/mask/planted.ts';
import { forms, leftIn } from '../../shared/mask/planted-forms.ts';
import { call, captureOf, rpcError } from '../testing/capture-text.ts';
import { openWindow, unfoldCard } from '../testing/mount.tsx';
import { click } from '../testing/user.ts';

const deceits = '\u202egnp.exe \u200bzero';
/** The second letter is Cyrillic. */
const lookAlike = 'p\u0430yments';

/** A failed call for each form of writing, with all planted values in it and before it. */
const capture = captureOf(
  ...[...forms].flatMap(([form, write], index) => {
    const said = allPlanted.map(({ text }) => write(text));
    const error = rpcError(-32000, `It failed ${deceits}: ${said[index + 1]}`, { form, said });
    const [request, answer] = call(lookAlike, error, { id: index + 1, t: index, ms: 0, args: { said } });
    return [request!, ...said.map((text) => ({ t: index, lane: 'err', text })), answer!];
  }),
);

/** Text, tooltips, labels and field values. */
function everyText(): string {
  const said = [document.title, document.body.innerText, document.body.textContent ?? ''];
  for (const element of document.querySelectorAll('body *')) {
    for (const { name, value } of element.attributes)
      if (/^(?:title|aria-|alt|placeholder|value|data-)/.test(name)) said.push(value);
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) said.push(element.value);
  }
  return said.join('\n');
}

function expectNothingLeft(): void {
  const text = everyText();
  expect(leftIn(text)).toEqual([]);
  expect(text).not.toMatch(/[\u200b\u202a-\u202e\u2066-\u2069]/);
}

test('the window shows no secret and no invisible character', async () => {
  await openWindow({ capture, isOpenedFile: true });
  const calls = page.getByCSS('#timeline-grid [data-row]').filter({ hasText: 'Unclear failure' });
  await expect.poll(() => calls.elements().length).toBe([...forms].length);
  expectNothingLeft();
  expect(everyText()).toContain('look-alike: \u0430 is U+0430');
  const card = page.getByCSS('#detail-pane[aria-busy="false"]');
  for (const row of calls.all()) {
    await click(row);
    await expect.element(row).toHaveAttribute('aria-selected', 'true');
    await expect.element(card).toMatchTextContent('look-alike');
    await unfoldCard();
    expectNothingLeft();
    for (const tab of card.getByRole('tab').all()) {
      await click(tab);
      await expect.element(tab).toHaveAttribute('aria-selected', 'true');
      await unfoldCard();
      expectNothingLeft();
    }
  }
  expect(everyText()).toContain('‹');
});
