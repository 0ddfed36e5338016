// The open dialog, and its server.

import { defineStore, type Model } from './model.ts';

export interface Dialogs {
  open:
    | 'none'
    | 'call'
    | 'add'
    | 'sheet'
    | 'dialects'
    | 'guard'
    | 'bulk'
    | 'diff'
    | 'snippet'
    | 'recordings'
    | 'compare-recordings'
    | 'transcripts'
    | 'export'
    | 'palette'
    | 'body'
    | 'watch'
    | 'teach'
    | 'held'
    | 'hold-rules'
    | 'clients'
    | Reaching;
  /** The server of the dialog, if it has one. */
  server: string | null;
  /** The first page of the dialog for adding servers; null: its default. */
  way: 'paste' | 'import' | 'form' | null;
  /** The initial values of the call dialog. */
  kind: 'tools' | 'resources';
}

/** Dialogs about connecting servers and answering them. */
type Reaching = 'edit' | 'export-servers' | 'asks';

export const [dialogsOf, useDialogs] = defineStore<Dialogs>(() => ({
  open: 'none',
  server: null,
  way: null,
  kind: 'tools',
}));

export function openCall(model: Model, server: string | null = null, kind: Dialogs['kind'] = 'tools'): void {
  dialogsOf(model).setState({ open: 'call', server, kind });
}

export function openAdd(model: Model, way: Dialogs['way'] = null): void {
  dialogsOf(model).setState({ open: 'add', way });
}

export function openFor(model: Model, open: Reaching, server: string | null): void {
  dialogsOf(model).setState({ open, server });
}

export function openDialects(model: Model, server: string | null): void {
  dialogsOf(model).setState({ open: 'dialects', server });
}

export function openDialog(model: Model, open: Dialogs['open']): void {
  dialogsOf(model).setState({ open });
}

export function closeDialog(model: Model): void {
  dialogsOf(model).setState({ open: 'none' });
}

const reopened: ReadonlySet<Dialogs['open']> = new Set([
  ...(['call', 'add', 'sheet', 'dialects', 'recordings', 'transcripts', 'export', 'watch'] as const),
  ...(['edit', 'export-servers', 'compare-recordings'] as const),
]);

/** Whether Forward may open it again. Others ask about something that is over, or would act a second time. */
export function canReopen(dialog: Dialogs['open']): boolean {
  return reopened.has(dialog);
}
