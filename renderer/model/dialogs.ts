// Which dialog is open, and which server it is about.

import { create } from 'zustand';

interface Dialogs {
  open:
    | 'none'
    | 'call'
    | 'add'
    | 'sheet'
    | 'dialects'
    | 'guard'
    | 'diff'
    | 'snippet'
    | 'sessions'
    | 'export'
    | 'palette'
    | 'body'
    | Reaching;
  /** The server that the dialog is about, where it is about one. */
  server: string | null;
  /** Where the dialog for adding begins; null: at its start. */
  way: 'paste' | 'import' | 'form' | null;
  /** What the call dialog begins with. */
  kind: 'tools' | 'resources';
}

/** Dialogs about reaching servers and answering them. */
type Reaching = 'edit' | 'export-servers' | 'asks' | 'doctor';

export const useDialogs = create<Dialogs>(() => ({ open: 'none', server: null, way: null, kind: 'tools' }));

export function openCall(server: string | null = null, kind: Dialogs['kind'] = 'tools'): void {
  useDialogs.setState({ open: 'call', server, kind });
}

export function openAdd(way: Dialogs['way'] = null): void {
  useDialogs.setState({ open: 'add', way });
}

export function openFor(open: Reaching, server: string | null): void {
  useDialogs.setState({ open, server });
}

export function openDialects(server: string | null): void {
  useDialogs.setState({ open: 'dialects', server });
}

export function openDialog(open: Dialogs['open']): void {
  useDialogs.setState({ open });
}

export function closeDialog(): void {
  useDialogs.setState({ open: 'none' });
}
