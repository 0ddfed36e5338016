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
    | 'body';
  /** The server that the dialog is about, where it is about one. */
  server: string | null;
}

export const useDialogs = create<Dialogs>(() => ({ open: 'none', server: null }));

export function openCall(server: string | null = null): void {
  useDialogs.setState({ open: 'call', server });
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
