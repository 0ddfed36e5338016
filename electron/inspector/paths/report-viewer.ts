// The built page that every report contains, read once. Tests run the sources without a build: there it is empty, and a report is only its
// data.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportViewer } from '../../../shared/formats/report-page.ts';
import { appRoot, fromSource } from './app-paths.ts';

let known: ReportViewer | undefined;

export function reportViewer(): ReportViewer {
  known ??= readViewer();
  return known;
}

function readViewer(): ReportViewer {
  const read = (name: string): string =>
    fromSource ? '' : readFileSync(join(appRoot(), 'dist', 'report', name), 'utf8');
  const fonts = join(appRoot(), 'dist', 'renderer', 'assets');
  const script = read('report.js');
  // The fonts belong to the page, which has them once.
  const style = read('report.css').replace(
    /url\(font:([\w.-]+)\)/g,
    (_all, name: string) => `url(data:font/woff2;base64,${readFileSync(join(fonts, name), 'base64')})`,
  );
  return { script, style, scriptHash: hashOf(script), styleHash: hashOf(style) };
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
