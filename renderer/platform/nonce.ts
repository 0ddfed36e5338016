// The host's nonce for the few parts that must add a style element: the editor and Radix's scroll lock.

const placeholder = '__CSP_NONCE__';

export function readNonce(document: Document): string {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  return content === placeholder ? '' : content;
}

/** `get-nonce`, used by Radix's scroll lock, reads this global. */
export function publishNonce(nonce: string): void {
  if (nonce) (globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = nonce;
}
