import { expect, it } from 'vitest';
import { compareSeen } from './compare-seen.ts';
import type { ServerAnswer } from './parts/seen.ts';
import { type ReportAudience, type SeenReportFacts, seenReport } from './seen-report.ts';

const said: ServerAnswer = {
  result: {
    content: [{ type: 'text', text: 'Card 4111 declined' }],
    structuredContent: { token: 'sk-secret' },
    isError: true,
  },
};

function facts(got: string): SeenReportFacts {
  const difference = compareSeen({
    rules: 'claude-code',
    clientName: 'Claude Code',
    said,
    got,
    flagged: true,
    isPutAside: false,
    isReplaced: false,
    context: {},
  });
  if (difference === null) throw new Error('They differ.');
  return {
    clientName: 'Claude Code',
    version: '2.1.325',
    model: undefined,
    tool: 'pay',
    said,
    got,
    flagged: true,
    difference,
    change: 'Put all into one text.',
  };
}

it('names the client, the tool, what is missing and the cause', () => {
  const text = seenReport('server', facts('Card 4111 declined'));
  expect(text).toContain('## pay: Claude Code’s model does not get structured content');
  expect(text).toContain('- Client: Claude Code 2.1.325');
  expect(text).toContain('- Server sent: isError, text of 18 characters, structured content of 21 characters');
  expect(text).toContain('- Model got: text of 18 characters, marked as failed');
  expect(text).toContain('- Change: Put all into one text.');
});

it.each<ReportAudience>(['server', 'client', 'misfire'])('has no content of the call, for %s', (audience) => {
  const text = seenReport(audience, facts('something else, password 12345'));
  for (const content of ['4111', 'declined', 'sk-secret', 'token', '12345']) expect(text).not.toContain(content);
});

it('says which version the rule was measured with if the difference is unexpected', () => {
  const text = seenReport('misfire', facts('something else'));
  expect(text).toContain('## Unexpected difference: Claude Code lost the whole response');
  expect(text).toMatch(/measured with Claude Code \d/);
});
