/**
 * Focuses an element that exists or that the current change creates. Does so before the next key, so that typing right after it
 * does not trigger shortcuts.
 */
export function focusById(id: string): void {
  queueMicrotask(() => document.getElementById(id)?.focus());
}
