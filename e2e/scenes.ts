// The places of `npm run screenshots`, in the order in which they are visited: each one finds what those before it left.

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { addServer, card, dropFile, rows } from './page.ts';
import { type ScenePeers, seenRecording } from './scene-peers.ts';

interface Scene {
  name: string;
  /** Navigates there from the timeline, and resolves when the window is ready. */
  open(page: Page, peers: ScenePeers): Promise<unknown>;
}

/** Keys go to the window, not to a field, and the screenshots show no focus ring. */
const leaveFields = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
const go = async (page: Page, letter: string) => {
  await leaveFields(page);
  await page.keyboard.press('g');
  await page.keyboard.press(letter);
};
const filter = async (page: Page, text: string) => {
  await page.getByRole('combobox', { name: 'Filter', exact: true }).fill(text);
  await page.keyboard.press('Enter');
  await leaveFields(page);
};

/** A file that was dropped: its message comes, and goes. */
const readWhole = async (page: Page) => {
  const message = page.getByText(/^Misfire capture: /);
  await message.waitFor();
  await message.waitFor({ state: 'hidden' });
};

export const scenes: Scene[] = [
  {
    name: 'timeline',
    open: async (page) => {
      await go(page, 't');
      await filter(page, 'tool:send_invoice');
      await rows(page).filter({ hasText: 'attempt 3' }).click();
      // From the successful attempt to the first one, which may not be visible.
      await card(page)
        .getByRole('tab', { name: /Attempts/ })
        .click();
      // Until the others are loaded, the only attempt is the selected one.
      await card(page).getByText('Asked vs. actual').waitFor();
      await card(page).getByRole('button', { name: 'Show attempt 1' }).click();
      await card(page).getByRole('tab', { name: 'Finding' }).click();
      await filter(page, '');
      // At the top of the list: the rows before it start the servers and show their command lines.
      await page.getByRole('row', { selected: true }).evaluate((row) => {
        const grid = row.closest('[role="grid"]');
        if (grid) grid.scrollTop += row.getBoundingClientRect().top - grid.getBoundingClientRect().top - 28;
      });
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'failures',
    open: async (page) => {
      await go(page, 'f');
      await rows(page).or(page.getByRole('heading')).first().waitFor();
    },
  },
  {
    name: 'replay',
    open: async (page) => {
      await go(page, 't');
      await filter(page, 'tool:lookup_product is:failed');
      await rows(page).first().click();
      await card(page).getByRole('heading', { level: 2 }).waitFor();
      await page.keyboard.press('e');
      const form = card(page);
      await form.getByLabel(/^gtin/).fill('09506000134352');
      await page.keyboard.press('Control+Enter');
      await form.getByText('Fixed', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'result',
    open: async (page) => {
      await go(page, 't');
      await filter(page, 'tool:export_catalog -is:failed');
      await rows(page).first().click();
      await card(page).getByRole('tab', { name: 'Summary' }).click();
      await card(page).getByRole('tree').first().waitFor();
    },
  },
  {
    name: 'call',
    open: async (page) => {
      await leaveFields(page);
      await page.keyboard.press('c');
      await page.getByRole('dialog').getByLabel('How to write the arguments').waitFor();
      await page.getByRole('listbox', { name: 'Tools' }).getByRole('option', { selected: true }).waitFor();
    },
  },
  {
    name: 'palette',
    open: async (page) => {
      await go(page, 't');
      await filter(page, '');
      await page.keyboard.press('ControlOrMeta+k');
      await page.keyboard.type('re');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'settings',
    open: async (page) => {
      await go(page, 's');
      await page.getByRole('heading', { name: 'Settings' }).waitFor();
    },
  },
  {
    name: 'rehearse',
    open: async (page) => {
      await go(page, 'h');
      const plans = page.getByRole('navigation', { name: 'Plans' });
      await plans.getByRole('button', { name: 'Rate-limit storm' }).click();
      await page.getByText('The server is not asked').waitFor();
    },
  },
  {
    name: 'incident',
    open: async (page) => {
      await go(page, 't');
      await filter(page, '');
      await addServer(page, 'acme-mcp --stdio', 'acme');
      await filter(page, 'server:acme');
      await rows(page).filter({ hasText: 'Set ACME_API_KEY' }).last().click();
      await filter(page, '');
      await card(page).getByRole('heading', { name: 'Set ACME_API_KEY for acme' }).waitFor();
      await leaveFields(page);
    },
  },
  {
    name: 'probe',
    open: async (page) => {
      await go(page, 'c');
      await page.getByRole('button', { name: 'Probe', exact: true }).click();
      await page.getByRole('button', { name: 'List messages' }).click();
      await page
        .getByRole('region', { name: /^What is sent/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'compare',
    open: async (page) => {
      await go(page, 'c');
      await page.getByRole('button', { name: 'Compare the five samples' }).first().click();
      await page.getByRole('region', { name: 'Progress' }).waitFor();
      await page.getByRole('region', { name: 'Progress' }).waitFor({ state: 'hidden', timeout: 120_000 });
      await page.getByRole('button', { name: 'Close the panel' }).click();
      await page.getByRole('region', { name: 'Comparison' }).waitFor();
    },
  },
  {
    name: 'report-card',
    open: async (page, peers) => {
      await go(page, 'h');
      const plans = page.getByRole('navigation', { name: 'Plans' });
      for (const plan of ['Rate-limit storm', 'Flaky upstream', 'Validation maze', 'Quota exhausted']) {
        for (const client of ['hasty-agent', 'patient-agent'] as const) {
          await plans.getByRole('button', { name: plan }).click();
          await page.getByRole('button', { name: 'Start', exact: true }).click();
          await page.getByRole('region', { name: 'Rehearsal' }).waitFor();
          await peers.callAsClient(client);
          await page.keyboard.press('Control+.');
          await page.getByRole('region', { name: 'Rehearsal' }).waitFor({ state: 'hidden' });
        }
      }
      await plans.getByRole('button', { name: /^This recording/ }).click();
      await page.getByRole('heading', { name: /^Report card: .* and / }).waitFor();
      await page.getByText('Traffic passes as before').waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'recording',
    open: async (page) => {
      await go(page, 't');
      await page.getByTitle('Recordings, files and exports').click();
      await page.getByRole('menuitem', { name: 'Export…' }).click();
      const saving = page.waitForEvent('download');
      await page.getByRole('dialog').getByRole('button', { name: 'Save the file' }).click();
      const text = await readFile(await (await saving).path(), 'utf8');
      await dropFile(page, 'five-servers.jsonl', text);
      await readWhole(page);
      await filter(page, 'tool:get_order is:failed');
      await rows(page).first().click();
      await filter(page, '');
      await card(page).getByRole('heading', { level: 2 }).waitFor();
    },
  },
  {
    name: 'seen',
    open: async (page) => {
      await dropFile(page, 'two-agents.jsonl', seenRecording());
      await readWhole(page);
      await rows(page).filter({ hasText: 'import_products' }).first().click();
      await card(page)
        .getByRole('tab', { name: /^Server said/ })
        .click();
      await card(page).getByText('not passed on').first().waitFor();
    },
  },
];
