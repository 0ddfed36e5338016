// A server with hostile text everywhere and far too many offers: its text stays text, and the window stays usable.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, startApp, test } from './app.ts';
import { addServer, openMore, servers } from './page.ts';

const payload = '<img src=x onerror="window.__xss=1"><script>window.__xss=1</script>[x](javascript:window.__xss=1)';

/** Speaks only as much MCP over stdio as this story needs. */
const program = `
const payload = ${JSON.stringify(payload)};
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="window.__xss=1"><script>window.__xss=1</script></svg>';
const tools = Array.from({ length: 5000 }, (_, i) => ({
  name: i === 0 ? payload : 'tool_' + i, title: i < 50 ? payload : '', description: i < 50 ? payload : '', inputSchema: { type: 'object', properties: i < 50 ? { [payload]: { type: 'string', description: payload } } : {} },
}));
const answers = {
  initialize: () => ({ protocolVersion: '2025-11-25', serverInfo: { name: payload, version: payload }, instructions: payload,
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} } }),
  'tools/list': () => ({ tools }),
  'resources/list': () => ({ resources: [{ uri: 'ui://page', name: payload, title: payload, description: payload, mimeType: 'text/html' }] }),
  'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'ui://{' + 'a}' + payload, name: payload }] }),
  'prompts/list': () => ({ prompts: [{ name: payload, description: payload, arguments: [{ name: 'who', description: payload, required: true }] }] }),
  'completion/complete': () => ({ completion: { values: [payload] } }),
  'prompts/get': () => ({ messages: [{ role: payload, content: { type: 'text', text: payload } }] }),
  'resources/read': () => ({ contents: [
    { uri: 'ui://page', mimeType: 'text/html', text: payload },
    { uri: 'ui://drawing', mimeType: 'image/svg+xml', blob: Buffer.from(svg).toString('base64') },
    { uri: 'ui://notes', mimeType: 'text/markdown', text: '![x](http://127.0.0.1:9/beacon.png) ' + payload },
  ] }),
};
let rest = '';
let asked = false;
process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method } = JSON.parse(line);
    if (id === undefined || method === undefined) continue;
    const result = answers[method]?.();
    console.log(JSON.stringify(result ? { jsonrpc: '2.0', id, result } : { jsonrpc: '2.0', id, error: { code: -32601, message: payload } }));
    if (method === 'prompts/get' && !asked) {
      asked = true;
      console.log(JSON.stringify({ jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: { message: payload,
        requestedSchema: { type: 'object', properties: { [payload]: { type: 'string', title: payload, enum: [payload], enumNames: [payload] } } } } }));
    }
  }
});
`;

test('names, texts, pages and requests of a hostile server are only shown', async ({ data, page }) => {
  const file = join(data, 'hostile.cjs');
  await writeFile(file, program);
  const app = await startApp({ data: join(data, 'app') });
  const origin = new URL(app.url).origin;
  const strays: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin: from } = new URL(request.url());
    if (protocol !== 'data:' && from !== origin) strays.push(request.url());
  });
  try {
    await page.goto(app.url);
    await addServer(page, `"${process.execPath}" "${file}"`, 'hostile');
    await expect(servers(page).getByRole('button', { name: /^hostile,(?:.*,)? connected/ })).toBeVisible();

    await page.getByRole('button', { name: 'Call…' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('listbox', { name: 'Tools' }).getByRole('option').first()).toContainText('<script>', {
      timeout: 90_000,
    });
    await dialog.getByPlaceholder('Search').fill('tool_4999');
    await dialog.getByRole('option', { name: /^tool_4999/ }).click();
    expect(await dialog.getByRole('option').count()).toBeLessThan(60);

    await dialog.getByRole('tab', { name: /Resources/ }).click();
    await dialog.getByRole('button', { name: 'Read', exact: true }).click();
    const answer = dialog.getByRole('region', { name: 'Answer' });
    await expect(answer.getByRole('document')).toHaveCount(3);
    await expect(answer.getByRole('document').nth(1)).toContainText('onload="window.__xss=1"');
    expect(await answer.locator('img, iframe, svg[onload], object, embed, a').count()).toBe(0);

    await openMore(dialog, /Templates/);
    await dialog.getByRole('textbox', { name: /^a / }).fill('../x');
    await expect(dialog).toContainText('ui://..%2Fx');
    await openMore(dialog, /About/);
    await expect(dialog.getByRole('document', { name: 'Instructions' })).toContainText('<script>');
    await dialog.getByRole('tab', { name: /Prompts/ }).click();
    await dialog.getByRole('textbox', { name: /^who/ }).fill('x');
    await dialog
      .getByRole('button', { name: /script/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Get', exact: true }).click();
    await expect(answer).toContainText('<script>');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Answer…' }).click();
    await expect(page.getByRole('dialog', { name: 'hostile asks you' })).toContainText('<script>');
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByText('1 question waits')).toBeHidden();
    expect(await page.evaluate(() => (window as { __xss?: number }).__xss)).toBeUndefined();
    expect(strays).toEqual([]);
  } finally {
    await app.stop();
  }
});
