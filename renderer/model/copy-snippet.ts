// The call that is shown as code, and its language.

import type { SnippetKind } from '../../shared/retry/replay.ts';
import { openDialog } from './dialogs.ts';
import { defineStore, type Model } from './model.ts';

export const [snippetOf, useSnippet] = defineStore<{ row: number; kind: SnippetKind }>(() => ({
  row: 0,
  kind: 'curl',
}));

export function openSnippet(model: Model, row: number, kind: SnippetKind = 'curl'): void {
  snippetOf(model).setState({ row, kind });
  openDialog(model, 'snippet');
}
