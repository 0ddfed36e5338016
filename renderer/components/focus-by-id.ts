/**
 * Gives the focus to what is there, or comes to be with the change that was just made. Before the next key is read: what somebody
 * types right after must not be taken for other keys.
 */
export function focusById(id: string): void {
  queueMicrotask(() => document.getElementById(id)?.focus());
}
