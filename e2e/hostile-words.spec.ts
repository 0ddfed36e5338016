// Sixty script injections in every text that a server controls: they are shown, and nothing runs. The page's requests are checked
// too: no icon, image, style or script of a server is ever loaded.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, startApp, test } from './app.ts';
import { addServer, callTool, card, openCard, openMore, rows, servers, timeline } from './page.ts';

const run = 'window.__xss=1';
const beacon = 'http://127.0.0.1:9/beacon';
const payloads = [
  `<script>${run}</script>`,
  `<script src="${beacon}.js"></script>`,
  `<script src="data:text/javascript,${run}"></script>`,
  `</script><script>${run}</script>`,
  `</textarea><script>${run}</script>`,
  `</title><script>${run}</script>`,
  `</style><script>${run}</script>`,
  `<ScRiPt>${run}</sCrIpT>`,
  `<scr<script>ipt>${run}</scr</script>ipt>`,
  `<img src=x onerror=${run}>`,
  `<img src="${beacon}.png">`,
  `<img srcset="${beacon}.png 1x">`,
  `<img src=x onerror="${run}"//`,
  `"><img src=x onerror=${run}>`,
  `'><img src=x onerror=${run}>`,
  `" onmouseover="${run}" x="`,
  `' onfocus='${run}' autofocus tabindex='0`,
  '` onclick=`window.__xss=1`',
  `<svg onload=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><a xlink:href="javascript:${run}"><text>x</text></a></svg>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<svg><use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'><script>${run}</script></svg>#x"/>`,
  `<svg><foreignObject><iframe srcdoc="<script>parent.__xss=1</script>"></foreignObject></svg>`,
  `<math><mtext><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;">`,
  `<math href="javascript:${run}">x</math>`,
  `<iframe src="javascript:parent.__xss=1"></iframe>`,
  `<iframe srcdoc="<script>parent.__xss=1</script>"></iframe>`,
  `<iframe src="${beacon}.html"></iframe>`,
  `<object data="data:text/html,<script>parent.__xss=1</script>"></object>`,
  `<embed src="${beacon}.swf">`,
  `<link rel=stylesheet href="${beacon}.css">`,
  `<link rel=preload as=image href="${beacon}.png">`,
  `<meta http-equiv=refresh content="0;url=${beacon}">`,
  `<base href="${beacon}/">`,
  `<form action="${beacon}"><button autofocus>x</button></form>`,
  `<input autofocus onfocus=${run}>`,
  `<details open ontoggle=${run}>x</details>`,
  `<video src=x onerror=${run}></video>`,
  `<video poster="${beacon}.png"></video>`,
  `<audio src="${beacon}.ogg" autoplay></audio>`,
  `<body onload=${run}>`,
  `<marquee onstart=${run}>x</marquee>`,
  `<style>@import url(${beacon}.css);</style>`,
  `<div style="background:url(${beacon}.png)">x</div>`,
  `<div style="animation:x 1s" onanimationstart=${run}>x</div>`,
  `<template><script>${run}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<a href="javascript:${run}">x</a>`,
  `<a href="java&#10;script:${run}">x</a>`,
  `[x](javascript:${run})`,
  `![x](${beacon}.png)`,
  `[x]: javascript:${run}`,
  `javascript:${run}`,
  `JaVaScRiPt:${run}//`,
  `data:text/html,<script>${run}</script>`,
  `vbscript:${run}`,
  `{{constructor.constructor('${run}')()}}`,
  `\${${run}}`,
  `<%= ${run} %>`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
  `\\u003cscript\\u003e${run}\\u003c/script\\u003e`,
  `]]><script>${run}</script>`,
  `--><script>${run}</script><!--`,
  `\u0000<script>${run}</script>`,
  `\u2028${run}\u2029`,
];
const all = payloads.join(' ');

/** Speaks MCP over stdio. Each tool fails with one payload in every place where an error can have text. */
const program = `
const payloads = ${JSON.stringify(payloads)};
const all = ${JSON.stringify(all)};
const icons = payloads.slice(0, 20).map((src) => ({ src, mimeType: src, sizes: [src] })).concat({ src: ${JSON.stringify(`${beacon}.png`)}, mimeType: 'image/png' },
  { src: 'data:image/svg+xml;base64,' + Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="window.__xss=1"/>').toString('base64'), mimeType: 'image/svg+xml' });
const info = { name: all, title: all, version: all, websiteUrl: 'javascript:window.__xss=1', icons };
const tools = payloads.map((text, i) => ({ name: 't' + i, title: text, description: text, icons, annotations: { title: text, readOnlyHint: true },
  inputSchema: { type: 'object', title: text, description: text, properties: { [text]: { type: 'string', description: text, default: text, examples: [text] } } } }));
const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
const answers = {
  initialize: () => ({ protocolVersion: '2025-11-25', serverInfo: info, instructions: all,
    capabilities: { tools: {}, resources: {}, prompts: {}, logging: {}, experimental: { [all]: {} } } }),
  'tools/list': () => ({ tools }),
  'resources/list': () => ({ resources: payloads.map((text) => ({ uri: text, name: text, title: text, description: text, mimeType: text, icons })) }),
  'resources/templates/list': () => ({ resourceTemplates: payloads.map((text) => ({ uriTemplate: text, name: text, title: text, description: text, mimeType: text, icons })) }),
  'prompts/list': () => ({ prompts: payloads.map((text) => ({ name: text, title: text, description: text, icons, arguments: [{ name: text, title: text, description: text }] })) }),
};
let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined || method === undefined) continue;
    const result = answers[method]?.();
    if (result) { say({ id, result }); continue; }
    for (const text of payloads) {
      console.error(text);
      say({ method: 'notifications/message', params: { level: 'error', logger: text, data: { message: text, [text]: text } } });
    }
    say({ method: all, params: { [all]: all } });
    say({ method: 'notifications/progress', params: { progressToken: params?._meta?.progressToken ?? 1, progress: 1, message: all } });
    const data = { type: all, title: all, detail: all, instance: all, errors: payloads.map((text) => ({ path: text, field: text, message: text, code: text })), stack: all,
      hint: all, remedy: all, docs: 'javascript:window.__xss=1', url: all, [all]: all, retry_after: all };
    if (params?.name === 't1') say({ id, result: { isError: true, content: [...payloads.map((text) => ({ type: 'text', text })), { type: 'resource_link', uri: all, name: all, icons }, { type: 'image', data: all, mimeType: all }], structuredContent: data } });
    else say({ id, error: { code: -32000, message: all, data } });
  }
});
`;

test('sixty payloads in every text of a server are shown, run nothing and load nothing', async ({ data, page }) => {
  expect(new Set(payloads).size).toBeGreaterThanOrEqual(60);
  const file = join(data, 'words.cjs');
  await writeFile(file, program);
  const app = await startApp({ data: join(data, 'app') });
  const origin = new URL(app.url).origin;
  const strays: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin: from } = new URL(request.url());
    if (protocol !== 'data:' && from !== origin) strays.push(request.url());
  });
  const opened: string[] = [];
  page.on('dialog', (dialog) => void dialog.dismiss());
  page.context().on('page', (other) => opened.push(other.url()));
  const nothingRan = async () => {
    expect(await page.evaluate(() => (window as { __xss?: number }).__xss)).toBeUndefined();
    expect(strays).toEqual([]);
    expect(opened).toEqual([]);
    expect(new URL(page.url()).origin).toBe(origin);
    expect(
      await page.evaluate(
        () =>
          [...document.querySelectorAll('iframe, object, embed, base, video, audio, [onerror], [onload], [onfocus]')]
            .length +
          [...document.querySelectorAll('[href], [src], [action]')].filter((element) =>
            /^\s*(?:javascript|vbscript|data:text)|beacon/i.test(
              ['href', 'src', 'action'].map((name) => element.getAttribute(name) ?? '').join(' '),
            ),
          ).length,
      ),
    ).toBe(0);
  };
  try {
    await page.goto(app.url);
    await addServer(page, `"${process.execPath}" "${file}"`, 'words');
    await expect(servers(page).getByRole('button', { name: /^words,(?:.*,)? connected/ })).toBeVisible();
    await page.getByRole('button', { name: 'Call…' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('listbox', { name: 'Tools' }).getByRole('option').first()).toContainText('<script>', {
      timeout: 90_000,
    });
    for (const open of [
      () => dialog.getByRole('tab', { name: /Resources/ }).click(),
      () => openMore(dialog, /Templates/),
      () => dialog.getByRole('tab', { name: /Prompts/ }).click(),
      () => openMore(dialog, /About/),
    ]) {
      await open();
      await nothingRan();
    }
    await page.keyboard.press('Escape');

    for (const tool of ['t0', 't1']) {
      await callTool(page, tool);
      await expect(card(page)).toContainText('<script>');
      await nothingRan();
    }
    // Opens every kind of row once: stderr, log messages, progress, an unknown notification.
    await expect(timeline(page)).toContainText('<script>');
    const count = Math.min(12, await rows(page).count());
    for (let index = 0; index < count; index += 1) {
      await openCard(page, rows(page).nth(index));
      await nothingRan();
    }
  } finally {
    await app.stop();
  }
});
