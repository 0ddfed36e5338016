// The first window: what Misfire is for, three ways to begin, and the samples.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done } from '../../../shared/contract/api.ts';
import { openWindow } from '../../testing/mount.tsx';

test('no servers: three ways to begin', async () => {
  await openWindow({ answers: { findServers: () => done({ configs: [] }) } });
  await expect.element(page.getByRole('heading', { name: 'Why did that call fail?' })).toBeVisible();
  for (const name of ['Try the sample servers', 'Add a server', 'Open a recording'])
    await expect.element(page.getByRole('button', { name })).toBeVisible();
});
