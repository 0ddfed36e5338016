// Above the timeline: a server that ended, with its reason and a restart, or one that is still connecting.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done, refused } from '../../shared/contract/api.ts';
import { noticesOf } from '../model/notices.ts';
import { mount } from '../testing/mount.tsx';
import { click } from '../testing/user.ts';
import { ServerStrips } from './server-strips.tsx';

test('says why a server ended, restarts it, and says why that failed', async () => {
  const { host, model } = await mount(<ServerStrips />, {
    servers: [{ name: 'billing', state: 'exited', reason: 'It exited with code 1.' }],
    answers: { restart: () => refused('refused', 'node was not found.') },
  });
  const strip = page.getByRole('region', { name: 'billing ended' });
  await expect.element(strip).toMatchTextContent('It exited with code 1. Its log stays below.');
  await click(strip.getByRole('button', { name: 'Restart', exact: true }));
  expect(host.askedFor('restart')).toEqual([{ server: 'billing' }]);
  await expect.poll(() => JSON.stringify(noticesOf(model).getState())).toContain('node was not found.');
  await click(strip.getByRole('button', { name: /^Dismiss/ }));
  await expect.element(strip).not.toBeInTheDocument();
});

test('cancels a connection that takes long', async () => {
  const { host } = await mount(<ServerStrips />, {
    servers: [
      { name: 'slow', state: 'connecting' },
      { name: 'slower', state: 'connecting' },
    ],
    answers: { disconnect: () => done(null) },
  });
  await expect.element(page.getByText('Connecting to slow')).toBeVisible();
  await expect.element(page.getByText('and 1 more')).toBeVisible();
  await click(page.getByRole('button', { name: 'Cancel' }));
  expect(host.askedFor('disconnect')).toEqual([{ server: 'slow' }]);
});
