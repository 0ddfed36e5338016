import { expect, it } from 'vitest';
import { cellOf } from './cell.ts';
import { cellModels } from './cell-models.ts';
import { answered, own, rpcError, standard, toolError } from './compare-fixtures.ts';

it('says which models learn about a failed tool call, and what to change', () => {
  const both = toolError('Upstream said 503', { structuredContent: { code: 'UP' } });
  const { models } = cellOf(answered('s', own('Pay twice'), both));
  expect(models?.sentence).toBe('2 of 6 models will not learn that this failed (Codex, opencode)');
  expect(models?.change).toContain('leave structuredContent out');
  expect(models?.clients.find(({ client }) => client === 'codex')).toEqual({
    client: 'codex',
    told: false,
    lost: ['text'],
  });
});

it('is empty for mistakes that no model makes', () => {
  expect(cellModels(answered('s', standard('unknown-method'), rpcError(-32601, 'Method not found')))).toBeNull();
  expect(cellModels(answered('s', standard('unknown-tool'), rpcError(-32602, 'Unknown tool')))?.sentence).toBe('');
});
