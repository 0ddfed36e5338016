// What a page must not do: browser errors, including content policy violations, and requests to other origins.

import type { Page } from '@playwright/test';

export function watchPage(page: Page): { complaints: string[]; asked: string[] } {
  const seen = { complaints: [] as string[], asked: [] as string[] };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') seen.complaints.push(message.text());
  });
  page.on('pageerror', (problem) => seen.complaints.push(String(problem)));
  page.on('request', (request) => {
    if (!/^(?:file|data|blob):/.test(request.url())) seen.asked.push(request.url());
  });
  return seen;
}
