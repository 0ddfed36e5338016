// What a model received, next to the server's response, from a watched client and its transcript in one capture.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { SeenCall } from '../../../shared/transcripts/parts/seen-call.ts';
import { seenText } from '../../../shared/transcripts/seen-text.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { captureOf, captureStart, type Line, text } from '../../testing/capture-text.ts';
import { openCard, openWindow } from '../../testing/mount.tsx';
import { click, fill, focus, press } from '../../testing/user.ts';

const card = page.getByCSS('#detail-pane');
const rows = page.getByCSS('#timeline-grid [data-row]');
const who = { server: 'shop', by: 'client', client: 'Claude Code' };

function wire(t: number, id: number, tool: string, result: object, meta?: object): Line[] {
  const params = { name: tool, arguments: {}, _meta: meta ?? { 'claudecode/toolUseId': `toolu_${id}` } };
  const message = (value: object) => JSON.stringify({ jsonrpc: '2.0', id, ...value });
  return [
    { t, ...who, lane: 'out', text: message({ method: 'tools/call', params }) },
    { t: t + 20, ...who, lane: 'in', text: message({ result }) },
  ];
}

function seen(t: number, id: number, tool: string, got: string, more: Partial<SeenCall> = {}): Line {
  const entry: SeenCall = {
    client: 'claude-code',
    version: '2.1.326',
    session: 's',
    callId: `toolu_${id}`,
    name: `mcp__shop__${tool}`,
    server: 'shop',
    tool,
    args: {},
    started: captureStart + t,
    ended: captureStart + t + 40,
    got,
    flagged: false,
    lines: [id * 2, id * 2 + 1],
    ...more,
  };
  return { t: t + 40, ...who, epoch: 0, lane: 'seen', text: seenText(entry) };
}

const spawned: Line = { t: 0, ...who, lane: 'life', event: 'spawned' };
const declined = { content: [text('Card declined')], structuredContent: { reason: 'funds' }, isError: true };
const capture = captureOf(
  spawned,
  ...wire(100, 1, 'pay', declined),
  seen(100, 1, 'pay', 'Card declined', { flagged: true, failed: true }),
  seen(300, 2, 'ship_order', 'params/n must be number', { flagged: true, failed: true }),
  ...wire(500, 3, 'report', { content: [text(`first row\n${'x'.repeat(300)}`)] }),
  seen(500, 3, 'report', 'Error: result (300 characters) exceeds maximum allowed tokens.', {
    putAside: '/tmp/report.txt',
  }),
);

async function openModels() {
  const section = card.getByCSS('[data-section="models"]');
  await click(section.getByRole('button', { name: /^What each model gets/ }));
  return section;
}

test('a card shows which part of an error the model did not receive, and why', async () => {
  await openWindow({ capture, isOpenedFile: true });
  await click(rows.filter({ hasText: 'pay' }));
  const section = await openModels();
  await expect.element(section).toMatchTextContent('structured content dropped');
  await expect.element(section).toMatchTextContent('Cause: Claude Code:');
  const width = () => card.element().getBoundingClientRect().width;
  const narrow = width();
  await focus(section.getByRole('button', { name: 'Show both sides' }));
  await press('{Enter}');
  const both = card.getByRole('table');
  await expect.element(both.getByRole('columnheader', { name: /^Server said/ })).toBeVisible();
  await expect.element(both.getByRole('columnheader', { name: /^Model got/ })).toMatchTextContent('joined by call id');
  await expect
    .element(both.getByRole('row').filter({ hasText: '{"reason":"funds"}' }))
    .toMatchTextContent('not passed on');
  // Two columns need more space.
  await expect.poll(width).toBeGreaterThan(narrow);
  await expect.element(card).toMatchTextContent('A rule of Claude Code explains it. Measured with this version');
  await expectAccessible('both sides of a call', '#detail-pane');
  await click(card.getByRole('button', { name: /ship_order/ }));
  await expect.element(card).toMatchTextContent('No call reached shop');
});

test('a call that never reached the watched server is a failure of the client', async () => {
  await openCard(capture, { row: 'ship_order' });
  await expect.element(card).toMatchTextContent('Claude Code never sent this call to shop');
  await expect.element(await openModels()).toMatchTextContent('params/n must be number');
});

test('a result that the client moved to a file is labeled so', async () => {
  await openCard(capture, { row: 'report' });
  await expect.element(await openModels()).toMatchTextContent('put aside in a file');
});

test('a difference that no rule explains is unexpected, and its report has no content of the call', async () => {
  const { host } = await openCard(capture, { row: 'report' });
  await click(card.getByRole('tab', { name: /^Server said/ }));
  await expect.element(card).toMatchTextContent('unexpected');
  await expect.element(card).toMatchTextContent('No known rule explains it.');
  const step = card.getByRole('listitem').filter({ hasText: 'Misfire: check the rule' });
  await click(step.getByRole('button', { name: 'Copy report' }));
  await expect.poll(() => host.copied).toContain('Unexpected difference: Claude Code lost the whole response');
  expect(host.copied).not.toContain('first row');
});

test('calls that match more than one entry say on each row why they stay apart', async () => {
  const twice = captureOf(
    spawned,
    ...[7, 8].flatMap((id) => wire(100 + id, id, 'pay', { content: [text('paid')] }, {})),
    seen(105, 9, 'pay', 'paid'),
  );
  await openWindow({ capture: twice, isOpenedFile: true });
  await expect.poll(() => rows.filter({ hasText: 'not joined' }).elements().length).toBe(3);
  await click(rows.filter({ hasText: 'pay' }).first());
  await click(card.getByRole('tab', { name: /^Server said/ }));
  await expect.element(card).toMatchTextContent('An entry of the transcript matches this call and others');
  await click(rows.filter({ hasText: 'from transcript' }));
  await expect.element(card).toMatchTextContent('More than one watched call matches this entry');
  await click(card.getByRole('button', { name: 'Show these rows' }));
  await expect.poll(() => rows.elements().length).toBe(3);
});

test('the column Seen says what each model got; it sorts, filters, and leaves when it is hidden', async () => {
  await openWindow({ capture, isOpenedFile: true });
  const cell = (tool: string) => rows.filter({ hasText: tool }).getByCSS('[data-column="seen"]');
  await expect.element(cell('pay')).toHaveTextContent('changed');
  await expect.element(cell('ship_order')).toHaveTextContent('never sent');
  await expect.element(cell('report')).toHaveTextContent('lost');
  const head = page.getByRole('columnheader', { name: 'Seen' });
  await click(head);
  await expect.element(rows.first()).toMatchTextContent('ship_order');
  await click(page.getByRole('button', { name: /^Sorted by seen/ }));
  await expect.element(rows.first()).not.toMatchTextContent('ship_order');
  await expect
    .element(page.getByRole('region', { name: 'Transcripts' }).getByRole('button', { name: /Claude Code/ }))
    .toMatchTextContent('3 differences');
  await click(page.getByRole('button', { name: 'Differences 3' }));
  await expect.poll(() => rows.elements().length).toBe(3);
  await expect.element(page.getByRole('button', { name: 'Differences 3' })).toHaveAttribute('aria-pressed', 'true');
  await fill(page.getByRole('combobox', { name: 'Filter', exact: true }), 'seen:lost');
  await press('{Enter}');
  await expect.poll(() => rows.elements().length).toBe(1);
  await expect.element(rows).toMatchTextContent('report');
  await expectAccessible('the timeline with a transcript', '#timeline-grid');
  await click(page.getByRole('button', { name: 'View', exact: true }));
  await click(page.getByRole('menuitemcheckbox', { name: 'Seen' }));
  await expect.element(head).not.toBeInTheDocument();
});
