// The page for a link that was used, or for an address without one: what happened, and how to get a new link. Works without scripts,
// except Copy and the way on for a browser that has the key.

import { securityHeaders } from './content-policy.ts';

const titles = {
  used: [
    'This link was already used',
    'Another browser opened it first. Your recordings and servers are not affected.',
  ],
  missing: ['This address needs a link', 'Misfire opens only with a link from your terminal.'],
} as const;

/** A browser that has the key goes on to the window: it opened the link before. The storage is that of renderer/platform/web-key.ts. */
const script = `
const [path] = (localStorage.getItem('misfire-key') ?? '').split(' ');
if (path) fetch(path, { method: 'HEAD' }).then(({ ok }) => ok && location.replace(path + location.hash));
const copy = document.querySelector('button');
copy.hidden = false;
copy.onclick = async () => {
  await navigator.clipboard.writeText(document.querySelector('code').textContent);
  copy.textContent = 'Copied';
};`;

const style = `
:root { color-scheme: dark light; --bg: #0e1116; --panel: #151922; --line: #262d3a; --ink: #e6e9ef; --soft: #a3adbd; --accent: #7aa2ff; }
@media (prefers-color-scheme: light) { :root { --bg: #fff; --panel: #f7f8fa; --line: #d9dee6; --ink: #1b2130; --soft: #4d5869; --accent: #2456d6; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; gap: 18px; padding: 24px 16px; background: var(--bg); color: var(--soft); font: 13px/19px Inter, system-ui, sans-serif; }
.brand { display: flex; gap: 8px; align-items: center; color: var(--ink); font-weight: 650; }
.brand i { width: 16px; height: 16px; border-radius: 5px; background: conic-gradient(from 210deg, #ff7a59, #ffb547, #ff7a59); }
main { width: min(480px, 100%); padding: 28px 32px 22px; background: var(--panel); border: 1px solid var(--line); border-radius: 10px; }
svg { display: block; }
h1 { margin: 10px 0 4px; color: var(--ink); font-size: 19px; line-height: 26px; letter-spacing: -0.015em; }
h2 { margin: 20px 0 2px; color: var(--ink); font-size: 13px; }
p { margin: 0; }
.command { display: flex; align-items: center; justify-content: space-between; min-height: 42px; margin: 8px 0; padding: 6px 6px 6px 12px; background: var(--bg); border: 1px solid var(--line); border-radius: 7px; }
code { color: var(--ink); font: 12px ui-monospace, monospace; }
button { min-height: 28px; padding: 0 10px; background: var(--panel); border: 1px solid var(--line); border-radius: 7px; color: var(--ink); font: inherit; font-weight: 550; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }`;

const icon = `<svg width="26" height="26" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M9 17H7A5 5 0 0 1 7 7"/><path d="M15 7h2a5 5 0 0 1 4 8"/><path d="M8 12h4"/><path d="m2 2 20 20"/></svg>`;

export function linkPage(why: 'used' | 'missing', nonce: string): { body: string; headers: Record<string, string> } {
  const [title, sentence] = titles[why];
  const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · Misfire</title>
<style nonce="${nonce}">${style}</style>
<div class="brand"><i></i>Misfire</div>
<main>
${icon}
<h1>${title}</h1>
<p>${sentence}</p>
<h2>Get a new link</h2>
<p>Run this where Misfire is running:</p>
<div class="command"><code>misfire serve --link</code><button type="button" hidden>Copy</button></div>
<p>It prints a new link. Misfire keeps running.</p>
<h2>Why links work once</h2>
<p>A link gives full access to your servers and recordings. The first browser keeps the access. A copy in a chat or a log no longer works.</p>
</main>
<script nonce="${nonce}">${script}</script>
</html>
`;
  const headers = securityHeaders(nonce);
  const policy = headers['content-security-policy'] ?? '';
  return {
    body,
    headers: {
      ...headers,
      // Its own script only, which is in the page.
      'content-security-policy': policy.replace("script-src 'self'", `script-src 'nonce-${nonce}'`),
      'content-type': 'text/html; charset=utf-8',
    },
  };
}
