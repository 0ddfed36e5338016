// The file of a report: one page that opens anywhere, offline, and runs only Misfire's own script, which it names by hash. Server text is
// stored as JSON in elements that no browser runs, and becomes text on the page, never markup.

import type { MaskSummary } from '../mask/masker.ts';
import { htmlText, terminalJson } from '../text/visible-text.ts';

/** The built page of renderer/report, with the hashes in its content policy (`sha256-…`). */
export interface ReportViewer {
  script: string;
  style: string;
  scriptHash: string;
  styleHash: string;
}

/** What a page says about itself. */
export interface PageFacts {
  viewer: ReportViewer;
  version: string;
  madeAt: number;
  masked: MaskSummary[];
}

/** A finished file. */
export interface ReportFile {
  text: string;
  fileName: string;
  type: string;
}

export const reportDataType = 'application/json';

interface PageWords {
  title: string;
  /** Its subject in a sentence or two, for browsers without scripts. */
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

/** One part of the data, of a recording (report-data.ts) or a feature. It contains no markup characters, so no text can end the element. */
export function reportBlock<P extends { part: string }>(part: P): string {
  const json = terminalJson(JSON.stringify(part)).replace(
    /[<>&]/g,
    (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`,
  );
  return `<script type="${reportDataType}">${json}</script>\n`;
}

export function reportTail(viewer: ReportViewer): string {
  return `<script>${viewer.script}</script></body></html>\n`;
}
