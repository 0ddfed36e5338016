// The hook of a client: set up in the window, a report arrives live, and the settings are restored.

import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, startApp, test } from './app.ts';
import { rows, skipTour } from './page.ts';

test('a hook is shown, set up, reports a failed call, and is undone byte for byte', async ({ data, page }) => {
  const home = join(data, 'home');
  const settings = join(home, '.claude', 'settings.json');
  const before = '{\n  // mine\n  "model": "opus"\n}\n';
  await mkdir(join(home, '.claude'), { recursive: true });
  await writeFile(settings, before);
  await writeFile(join(home, '.claude.json'), '{ "mcpServers": { "shop": { "command": "shop-server" } } }');
  const app = await startApp({ data: join(data, 'app'), env: { HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: '' } });
  try {
    await skipTour(page);
    await page.goto(app.url);
    await page.getByRole('button', { name: 'Watch a client' }).click();
    const dialog = page.getByRole('dialog', { name: 'Watch a client' });
    const hook = dialog.getByRole('listitem', { name: 'Hook of Claude Code' });
    await hook.getByRole('button', { name: /^Set up…/ }).click();
    await expect(hook.getByLabel('The exact change')).toContainText('PostToolUseFailure');
    expect(await readFile(settings, 'utf8')).toBe(before);
    await hook.getByRole('button', { name: 'Set up', exact: true }).click();
    const undo = hook.getByRole('button', { name: 'Undo the hook of Claude Code' });
    await expect(undo).toBeVisible();
    const written = await readFile(settings, 'utf8');
    expect(written).toContain('// mine');

    // What the client runs after a call.
    const [, command = ''] = /"command": (".*")/.exec(written) ?? [];
    const report = {
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'mcp__shop__pay',
      tool_input: { amount: 5 },
      error: 'Card declined: insufficient funds',
      tool_use_id: 'toolu_1',
      mcp_server: { name: 'shop' },
    };
    const run = spawnSync('/bin/sh', ['-c', JSON.parse(command)], { input: JSON.stringify(report), encoding: 'utf8' });
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });

    await undo.click();
    await expect(hook.getByText('Not set up')).toBeVisible();
    expect(await readFile(settings, 'utf8')).toBe(before);
    await page.keyboard.press('Escape');
    await expect(rows(page).filter({ hasText: 'Not enough funds' })).toBeVisible();
  } finally {
    await app.stop();
  }
});
