// The bar of a running rehearsal: what it injected so far, and Stop.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done } from '../../../shared/contract/api.ts';
import { mount } from '../../testing/mount.tsx';
import { click } from '../../testing/user.ts';
import { noteRehearsal } from './rehearsal.ts';
import { RehearsalBar } from './rehearsal-bar.tsx';

const bar = page.getByRole('region', { name: 'Rehearsal' });

test('counts what is injected, shows the time left, and stops', async () => {
  const { host, model } = await mount(<RehearsalBar />, { answers: { stopRehearsal: () => done(null) } });
  await expect.element(bar).not.toBeInTheDocument();
  const running = { name: 'storm', title: 'Rate-limit storm', startedAt: 1, endsAt: 0, atMost: 3, isOwn: true };
  noteRehearsal(model, { ...running, injected: 2 });
  await expect.element(bar).toMatchTextContent('Rehearsal on: Rate-limit storm2 of 3 injected · ends in 0:00');
  expect(bar.element().querySelectorAll('i[data-on]')).toHaveLength(2);
  noteRehearsal(model, { ...running, injected: 4, atMost: null });
  await expect.element(bar).toMatchTextContent('4 injected');
  await click(bar.getByRole('button', { name: /^Stop/ }));
  await expect.element(bar).not.toBeInTheDocument();
  expect(host.askedFor('stopRehearsal')).toEqual([{}]);
});
