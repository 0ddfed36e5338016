// Settings: each takes effect at once and is passed to the host. Stories check that it survives a restart.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done } from '../../../shared/contract/api.ts';
import { preferencesOf } from '../../model/preferences.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { call, captureOf, rpcError } from '../../testing/capture-text.ts';
import { mount, openCard, openWindow } from '../../testing/mount.tsx';
import { choose, click, fill, press } from '../../testing/user.ts';
import { SettingsPlace } from './settings-place.tsx';

const settings = page.getByRole('main', { name: 'Settings' });
const choice = (label: string, value: string) =>
  settings.getByLabelText(label, { exact: true }).getByRole('radio', { name: value });
const rootStyle = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

test('theme and fonts change at once, and the host stores them', async () => {
  const { host } = await mount(<SettingsPlace />);
  const ground = () => getComputedStyle(document.body).backgroundColor;
  await click(choice('Theme', 'Light'));
  expect(ground()).toBe('rgb(255, 255, 255)');
  await click(choice('Theme', 'Dark'));
  expect(ground()).toBe('rgb(14, 17, 22)');
  await click(choice('Text font', 'System'));
  await click(choice('Code font', 'System'));
  expect([rootStyle('--sans'), rootStyle('--mono')]).toEqual(['system-ui, sans-serif', 'ui-monospace, monospace']);
  await expect.element(choice('Theme', 'Dark')).toBeChecked();
  await expect
    .poll(() => JSON.parse(host.askedFor('keepPreferences').at(-1)?.text ?? '{}'))
    .toMatchObject({ theme: 'dark', textFont: 'system', codeFont: 'system' });
});

test('density and time format change the rows of the timeline', async () => {
  const capture = captureOf(...call('send_invoice', rpcError(-32602, 'amount is required')));
  await openWindow({ capture, isOpenedFile: true });
  const row = page.getByRole('row', { name: /send_invoice/ });
  await expect.element(row).toMatchTextContent(/\d\d:\d\d:\d\d/);
  expect(row.element().getBoundingClientRect().height).toBe(44);
  await click(page.getByRole('button', { name: 'Settings' }));
  await click(choice('Density', 'Compact'));
  await click(choice('Time format', 'Since the recording began'));
  await press('{Escape}');
  await expect.element(row).toMatchTextContent('+0:00');
  expect(row.element().getBoundingClientRect().height).toBe(28);
});

test('names the mistake in a pattern, and masks by the pattern once it is right', async () => {
  const { model } = await mount(<SettingsPlace />);
  const field = settings.getByRole('textbox', { name: /^Also mask/ });
  await fill(field, 'cust_[0-9');
  await expect.element(settings.getByRole('alert')).toMatchTextContent('cust_[0-9');
  await fill(field, 'cust_[0-9]+');
  await expect.element(settings.getByRole('alert')).not.toBeInTheDocument();
  await press('{Tab}');
  expect(preferencesOf(model).getState().maskPatterns).toEqual(['cust_[0-9]+']);
});

test('a pattern of the settings masks the values on the card', async () => {
  const capture = captureOf(...call('send_invoice', rpcError(-32602, 'customer cust_4711 has no amount')));
  const { card, model } = await openCard(capture);
  await expect.element(card).toMatchTextContent('cust_4711');
  preferencesOf(model).setState({ maskPatterns: ['cust_[0-9]+'] });
  await expect.element(card).toMatchTextContent('‹hidden 1›');
  expect(document.body.textContent).not.toContain('cust_4711');
});

test('the host gets the retention, and shows the one that it has', async () => {
  const rule = { maxBytes: null, maxAgeDays: 7 as number | null };
  const { host } = await mount(<SettingsPlace />, {
    answers: { retention: (input) => done(Object.assign(rule, input.rule)) },
  });
  const kept = settings.getByRole('region', { name: 'Data and retention' }).getByLabelText(/^Keep for/);
  await expect.element(kept).toHaveValue('7');
  await choose(kept, '30 days');
  await expect.poll(() => rule.maxAgeDays).toBe(30);
  await expect.element(kept).toHaveValue('30');
  expect(host.askedFor('retention')).toHaveLength(2);
});

test('says where the data is, that there is no telemetry, and which versions run', async () => {
  const { host } = await mount(<SettingsPlace />);
  await expect.element(settings).toMatchTextContent('/data');
  await expect.element(settings.getByRole('region', { name: 'Telemetry' })).toMatchTextContent('None.');
  const about = settings.getByRole('region', { name: 'About' });
  await expect.element(about).toMatchTextContent(/Misfire\s*1\.2\.3/);
  await expect.element(about).toMatchTextContent(/License\s*MIT/);
  await expect.element(about).toMatchTextContent(/Node\.js\s*24\.1\.0/);
  await expectAccessible('Settings');
  await click(about.getByRole('button', { name: 'Copy versions' }));
  expect(host.copied).toContain('Misfire 1.2.3\nLicense MIT\nNode.js 24.1.0');
});

test('every setting is found in the palette, which opens its section', async () => {
  await openWindow();
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await press('{Control>}k{/Control}');
  for (const [words, name] of [
    ['theme dark', /^Theme: dark/],
    ['density compact', /^Density: compact/],
    ['text font system', /^Text font: system/],
    ['code font system', /^Code font: system/],
    ['since the recording', /^Time since the recording began/],
    ['settings retention', /^Settings: data and retention/],
    ['settings clients', /^Settings: watched clients/],
    ['settings shortcuts', /^Settings: shortcuts/],
    ['settings masking', /^Settings: masking/],
  ] as const) {
    await fill(palette.getByRole('combobox'), words);
    await expect.element(palette.getByRole('option', { name }).first()).toBeVisible();
  }
  await press('{Enter}');
  await expect.element(settings.getByRole('heading', { name: 'Masking' })).toBeInViewport();
});
