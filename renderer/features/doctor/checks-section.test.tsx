// The section Checks of a server's card: a report that passes still names other processes of the same command.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done } from '../../../shared/contract/api.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { call, captureOf, text } from '../../testing/capture-text.ts';
import { openWindow } from '../../testing/mount.tsx';
import { click, focus, press } from '../../testing/user.ts';

test('names processes of the same command below the checks', async () => {
  const words = 'pid 7, started 3 h ago, outlived the program that started it. To end it: kill 7';
  await openWindow({
    servers: [{ name: 'orders' }],
    capture: captureOf(...call('pay', { result: { content: [text('fine')] } }, { server: 'orders' })),
    answers: {
      diagnose: ({ server }) =>
        done({
          server,
          at: 0,
          verdict: 'works',
          checks: [{ id: 'variables', title: 'Variables', state: 'ok', words: 'None.', evidence: [] }],
          broken: null,
          fixes: [],
          copies: [{ pid: 7, startedAt: 0, parent: null, state: 'left_over', words }],
        }),
    },
  });
  await focus(page.getByRole('complementary', { name: 'Servers' }).getByRole('button', { name: /^orders/ }));
  await press('{ArrowRight}');
  await click(page.getByRole('menuitem', { name: 'Check the connection' }));
  const also = page.getByRole('region', { name: 'Also running' });
  await expect.element(also).toMatchTextContent(words);
  await expect.element(page.getByRole('status').getByText('No problems found.')).toBeVisible();
  await expectAccessible('other processes of a server', '[aria-label="Also running"]');
});
