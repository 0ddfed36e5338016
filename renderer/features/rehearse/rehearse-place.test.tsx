// The place Rehearse: the list of plans, the chosen one, a file that is no plan, and a draft.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done } from '../../../shared/contract/api.ts';
import { readyPlans } from '../../../shared/features/rehearse/ready-plans.ts';
import { mount } from '../../testing/mount.tsx';
import type { Answers } from '../../testing/test-host.ts';
import { click, fill } from '../../testing/user.ts';
import { RehearsePlace } from './rehearse-place.tsx';

const [first, second] = readyPlans;
const own = { title: 'Slow shop', steps: [{ do: { answer: 'rate_limited', waitMs: 1_000 }, often: 'once' }] };
const answers: Answers = {
  rehearsalPlans: () =>
    done({
      plans: [
        { file: 'slow.json', text: JSON.stringify(own) },
        { file: 'broken.json', text: '{}' },
      ],
      folder: '/data/plans',
    }),
  pastSessions: () => done({ pairs: [], session: null }),
  reportCards: () => done({ cards: [] }),
};
const plans = page.getByRole('navigation', { name: 'Plans' });
const main = page.getByRole('main');

test('lists the ready plans and your own, and shows the chosen one', async () => {
  await mount(<RehearsePlace />, { answers });
  await expect.element(main.getByRole('heading', { name: first!.title })).toBeVisible();
  await click(plans.getByRole('button', { name: second!.title }));
  await expect.element(main.getByRole('heading', { name: second!.title })).toBeVisible();
  await expect.element(plans.getByRole('button', { name: second!.title })).toHaveAttribute('aria-current', 'true');
  await click(plans.getByRole('button', { name: 'Slow shop 1 step' }));
  await expect.element(main.getByRole('heading', { name: 'Slow shop' })).toBeVisible();
});

test('says what is wrong with a file that is no plan', async () => {
  await mount(<RehearsePlace />, { answers });
  await click(plans.getByRole('button', { name: 'broken.json not a valid plan' }));
  await expect.element(main).toMatchTextContent('broken.json');
  await expect.element(main).toMatchTextContent(/title|steps/);
});

test('shows the plan that runs, and how to rehearse without plans of your own', async () => {
  const running = {
    name: first!.name,
    title: first!.title,
    startedAt: 1,
    endsAt: 2,
    injected: 0,
    atMost: null,
    isOwn: true,
  };
  await mount(<RehearsePlace />, {
    answers: {
      ...answers,
      rehearsalPlans: () => done({ plans: [], folder: null }),
      rehearsal: () => done({ running }),
    },
  });
  await expect.element(plans.getByRole('button', { name: `${first!.title} on` })).toBeVisible();
  await expect.element(plans).toMatchTextContent('Choose New, or edit a copy of a ready plan.');
  await expect.element(plans).toMatchTextContent('no client was rehearsed');
});

test('a new plan is a draft until it is saved; its steps are edited as a form', async () => {
  const { host } = await mount(<RehearsePlace />, { answers });
  await click(plans.getByRole('button', { name: 'New' }));
  await expect.element(plans.getByRole('button', { name: /not saved$/ })).toHaveAttribute('aria-current', 'true');
  await fill(main.getByRole('textbox', { name: 'Title' }), 'Busy evening');
  await expect.element(plans.getByRole('button', { name: 'Busy evening not saved' })).toBeVisible();
  await click(main.getByRole('button', { name: /^Save/ }));
  await expect.poll(() => host.askedFor('savePlan').length).toBe(1);
  expect(JSON.parse(host.askedFor('savePlan')[0]!.text)).toMatchObject({ title: 'Busy evening' });
});
