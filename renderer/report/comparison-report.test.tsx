// The report of a comparison: the matrix, a filter for its rows, what was not compared, and the print view.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { compare } from '../../shared/features/compare/comparison.ts';
import {
  answered,
  face,
  rpcError,
  standard,
  toolError,
} from '../../shared/features/compare/testing/compare-fixtures.ts';
import { mount } from '../testing/mount.tsx';
import { fill, press } from '../testing/user.ts';
import { ComparisonReport } from './comparison-report.tsx';
import type { ComparisonData } from './report-data.ts';

const data: ComparisonData = {
  ...{ kind: 'comparison', version: '1.2.3', madeAt: Date.UTC(2026, 10, 14, 13) },
  comparison: compare(
    'traffic',
    [face('shop'), face('books'), { ...face('away'), problem: 'It could not be started.' }],
    [
      answered('shop', standard('unknown-tool'), rpcError(-32602, 'Tool no_such_tool not found')),
      answered('books', standard('unknown-tool'), toolError('MCP error -32602: Tool no_such_tool not found')),
      answered('shop', standard('unknown-method'), rpcError(-32601, 'Method not found')),
    ],
  ),
  masked: [{ kind: 'token', label: 'Tokens', count: 2, examples: ['‹token 1›'] }],
};
const row = (name: string) => page.getByRole('rowheader', { name });

test('shows each mistake, which server was not compared, and what is masked', async () => {
  await mount(<ComparisonReport data={data} />);
  await expect.element(page.getByRole('heading', { name: 'The same mistake on every server' })).toBeVisible();
  await expect.element(row('Unknown tool')).toBeVisible();
  await expect.element(page.getByRole('main')).toMatchTextContent('away was not compared: It could not be started.');
  await expect.element(page.getByRole('main')).toMatchTextContent('by Misfire 1.2.3');
  await expect.element(page.getByRole('main')).toMatchTextContent('Tokens');
});

test('filters rows by words, from the keyboard', async () => {
  await mount(<ComparisonReport data={data} />);
  await press('/');
  const filter = page.getByRole('textbox', { name: 'Filter' });
  await expect.element(filter).toHaveFocus();
  await fill(filter, '-32601');
  await expect.element(row('Unknown tool')).not.toBeInTheDocument();
  await expect.element(row('Unknown method')).toBeVisible();
  await expect.element(page.getByText('1 hidden')).toBeVisible();
  await fill(filter, 'no such words');
  await expect.element(page.getByText('No row passes the filter.')).toBeVisible();
  await press('{Escape}');
  await expect.element(row('Unknown tool')).toBeVisible();
});

test('prints all of it, without the bar', async () => {
  await mount(<ComparisonReport data={data} />);
  window.dispatchEvent(new Event('beforeprint'));
  await expect.element(page.getByRole('banner')).not.toBeInTheDocument();
  await expect.element(row('Unknown tool')).toBeVisible();
  window.dispatchEvent(new Event('afterprint'));
  await expect.element(page.getByRole('button', { name: 'Print' })).toBeVisible();
});
