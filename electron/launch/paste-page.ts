// Combines the page for pasted errors into one file that runs only its own script: the content security policy names it by hash.

import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Replaces page.js and page.css in the folder by index.html. */
export function writePastePage(folder: string, embeddable: (script: string) => string): void {
  const scriptFile = join(folder, 'page.js');
  const styleFile = join(folder, 'page.css');
  const script = embeddable(readFileSync(scriptFile, 'utf8'));
  const style = readFileSync(styleFile, 'utf8');
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    // Radix and React set positions and sizes as attributes of elements.
    "style-src-attr 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">
<meta name="description" content="Paste an MCP error. Get the cause, the fix, the retry plan and what each model sees.">
<title>Why did this MCP call fail? · Misfire</title>
<style>${style}</style></head><body><div id="app"></div>
<noscript>This page explains MCP errors with a script of its own. Allow scripts for it. It loads nothing and sends nothing.</noscript>
<script>${script}</script></body></html>
`;
  writeFileSync(join(folder, 'index.html'), page);
  rmSync(scriptFile);
  rmSync(styleFile);
}
