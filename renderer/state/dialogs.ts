// Which dialog is open, and what the call dialog starts with.

import { create } from 'zustand';

export interface CallStart {
  server: string | null;
  method: string;
  tool: string | null;
  /** JSON text; null: begin from the tool's schema. */
  params: string | null;
}

interface Dialogs {
  open: 'none' | 'call' | 'add' | 'sheet' | 'dialects' | 'guard' | 'diff' | 'snippet' | 'sessions' | 'export';
  call: CallStart;
  /** The server that the dialog is about, where it is about one. */
  server: string | null;
}

const emptyCall: CallStart = { server: null, method: 'tools/call', tool: null, params: null };

export const useDialogs = create<Dialogs>(() => ({ open: 'none', call: emptyCall, server: null }));

export function openCall(start: Partial<CallStart> = {}): void {
  useDialogs.setState({ open: 'call', call: { ...emptyCall, ...start } });
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
