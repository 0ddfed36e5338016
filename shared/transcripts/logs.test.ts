import { expect, it } from 'vitest';
import { decodeCapture } from '../exchange/decode-capture.ts';
import { AnyReader } from '../formats/read-any.ts';
import { logHeader } from './recognize.ts';
import { readSeenText } from './seen-text.ts';
import { sampleLogs } from './testing/sample-logs.ts';

const [claudeCode, desktop, desktopAll, vscode] = Object.values(sampleLogs).map((lines) => lines.join('\n'));

function read(text = '') {
  const reader = new AnyReader();
  const events = [...reader.read(text), ...reader.finish()];
  const calls = events.flatMap((event) => (event.lane === 'seen' ? [readSeenText(event.text, event.server)] : []));
  const lines = events.flatMap((event) => (event.lane === 'log' ? [event.text] : []));
  return { reader, events, lines, calls: calls.filter((call) => call !== null) };
}

const failuresIn = (text = '') =>
  decodeCapture(
    read(text).events.map((event, index) => ({ line: index + 1, event, extra: {} })),
    0,
  );

it.each([
  ['Claude Code', claudeCode, `${logHeader('claude-code', 'shop')}\n`],
  ['one server in Claude Desktop', desktop, ''],
  ['all servers in Claude Desktop', desktopAll, ''],
  ['VS Code', vscode, `${logHeader('vscode', 'shop')}\n`],
])('explains the failed call in the log of %s, and keeps the other lines as they are', (_, text, header) => {
  const { reader, lines, calls } = read(header + text);
  expect(reader.format).toBe('log');
  expect(reader.problems).toEqual([]);
  expect(calls[0]).toMatchObject({ server: 'shop', tool: 'pay', failed: true });
  expect(lines.some((line) => line.includes('reading prices'))).toBe(true);
  expect(lines.join('\n')).not.toContain('/home/ada');
  const [declined, ...others] = failuresIn(header + text);
  expect(declined).toMatchObject({ server: 'shop', method: 'tools/call', target: 'pay' });
  expect(declined?.quote?.text).toContain('Card declined');
  expect(others).toEqual([]);
});

it('knows the arguments and the answer where a log has whole messages, and not what the model got', () => {
  for (const text of [desktop, vscode]) {
    const [call] = read(text).calls;
    expect(call).toMatchObject({ args: { amount: 5 }, said: { result: { isError: true } }, got: null });
    expect((call?.ended ?? 0) - (call?.started ?? 0)).toBe(50);
  }
});

it('keeps a call without a response, and does not call it a failure', () => {
  const [, open] = read(desktop).calls;
  expect(open).toMatchObject({ tool: 'refund', got: null });
  expect(open?.said).toBeUndefined();
});

it('counts the lines of the file, without the line that names the server', () => {
  const [call] = read(`${logHeader('claude-code', 'shop')}\n${claudeCode}`).calls;
  expect(call?.lines).toEqual([5]);
});

it('gives a line without a time to the server of the line before', () => {
  const { events } = read(desktop);
  const stderr = events.find((event) => event.lane === 'log' && event.text === 'reading prices');
  expect(stderr).toMatchObject({ server: 'shop', at: Date.UTC(2026, 10, 17, 9, 0, 0, 10) });
});

it('does not take other logs of VS Code for those of a server', () => {
  const { reader } = read('2026-11-17 09:00:00.000 [info] Extension host started\n');
  expect(reader.format).not.toBe('log');
});
