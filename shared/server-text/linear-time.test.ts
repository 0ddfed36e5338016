import { expect, test } from 'vitest';
import { readServersText } from './read-servers.ts';

const long = 400_000;

/** Texts on which a careless pattern takes quadratic time: the test would time out. */
test.each([
  ['a link without a query', `cursor://${'mcp'.repeat(long / 3)}`],
  ['a redirect of signs', `https://vscode.dev/redirect?${'&'.repeat(long)}`],
  ['a fence that does not close', `\`\`\`json\n${'`\n'.repeat(long / 2)}`],
  ['braces', '{'.repeat(long)],
  ['comments', `{${'/**/'.repeat(long / 4)}`],
  ['quotation marks', '"'.repeat(long)],
  ['variables', 'A=1 '.repeat(long / 4)],
  ['continued lines', '\\\n'.repeat(long / 2)],
  ['backslashes', '\\'.repeat(long)],
  ['one long word', 'a'.repeat(long)],
  ['a long address', `https://${'a/'.repeat(long / 2)}?${'token=x&'.repeat(1_000)}`],
  ['references', ['{"a":{"command":"$', '{A:-'.repeat(long / 5), '"}}'].join('')],
  ['flags', `claude mcp add ${'--env A=1 '.repeat(long / 10)}`],
  ['spaces', `{"a":${' '.repeat(long)}`],
])('%s', (_, text) => {
  const { servers, problems } = readServersText(text);
  expect(servers.length + problems.length).toBeLessThan(1_000);
});
