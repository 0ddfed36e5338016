// The file of a report: one page that opens anywhere, offline, and runs nothing but Misfire's own script, which it names by
// hash. What servers said travels as JSON in elements that no browser runs, and becomes text on the page, never markup.

import { htmlText, terminalJson } from '../text/visible-text.ts';
import type { ReportPart } from './report-data.ts';

/** The built page of renderer/report, with the hashes that its content policy names (`sha256-…`). */
export interface ReportViewer {
  script: string;
  style: string;
  scriptHash: string;
  styleHash: string;
}

export const reportDataType = 'application/json';

export interface PageWords {
  title: string;
  /** What it is about in a sentence or two, for whoever has no scripts. */
  lead: string;
}

export function reportHead({ title, lead }: PageWords, viewer: ReportViewer): string {
  const policy = [
    "default-src 'none'",
    `script-src '${viewer.scriptHash}'`,
    `style-src '${viewer.styleHash}'`,
    'font-src data:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">
<title>${htmlText(title)} · Misfire</title>
<style>${viewer.style}</style></head><body><div id="app"></div>
<noscript><h1>${htmlText(title)}</h1><p>${htmlText(lead)}</p><p>This report needs JavaScript. Allow scripts for this file: it loads nothing and sends nothing.</p></noscript>
`;
}

/** One part of the data. No sign of markup is left in it, so nothing in a text can end the element. */
export function reportBlock(part: ReportPart): string {
  const json = terminalJson(JSON.stringify(part)).replace(
    /[<>&]/g,
    (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`,
  );
  return `<script type="${reportDataType}">${json}</script>\n`;
}

export function reportTail(viewer: ReportViewer): string {
  return `<script>${viewer.script}</script></body></html>\n`;
}
