// The masked values of this window, and those that the user revealed: one secret at a time, until another row is selected.
// Everything shown or copied passes here; requests to a server never do.

import { maskDetail } from '../../shared/mask/mask-detail.ts';
import { Masker } from '../../shared/mask/masker.ts';
import type { RowDetail } from '../../shared/timeline.ts';
import { definePart, defineStore, type Model } from './model.ts';
import { preferencesOf } from './preferences.ts';

const lineMemory = 4000;

/** Placeholders stay the same as long as the window is open. */
const hiddenOf = definePart(() => {
  const secrets = new Map<string, string>();
  const revealed = new Set<string>();
  const lines = new Map<string, string>();
  const onSign = (sign: string, secret: string): void => {
    secrets.set(sign, secret);
    // A newly known value may occur in a line that was masked before.
    lines.clear();
  };
  const make = (patterns: readonly string[]) => new Masker({ patterns, revealed, onSign });
  return { secrets, revealed, make, masker: make([]), lines };
});

/** The user's own patterns. Existing placeholders keep their secrets only until they change. */
export function followMaskPatterns(model: Model): void {
  const apply = (patterns: readonly string[]) => {
    const hidden = hiddenOf(model);
    hidden.masker = hidden.make(patterns);
    changed(model);
  };
  if (preferencesOf(model).getState().maskPatterns.length > 0) apply(preferencesOf(model).getState().maskPatterns);
  preferencesOf(model).subscribe((now, before) => {
    if (now.maskPatterns.join('\n') !== before.maskPatterns.join('\n')) apply(now.maskPatterns);
  });
}

/** Increases when something is revealed or masked again, so that the screen is redrawn. */
export const [masksOf, useMasks] = defineStore<{ version: number }>(() => ({ version: 0 }));

export const signPattern =
  /‹(?:credential|token|password|JWT|private key|secret|e-mail|card number|random value|hidden) \d+›/g;

export function isKnownSign(model: Model, sign: string): boolean {
  return hiddenOf(model).secrets.has(sign);
}

export function revealSecret(model: Model, sign: string): void {
  const { secrets, revealed } = hiddenOf(model);
  const secret = secrets.get(sign);
  if (secret === undefined) return;
  revealed.add(secret);
  changed(model);
}

/** Another row: revealed values are masked again. */
export function hideAgain(model: Model): void {
  const { revealed } = hiddenOf(model);
  if (revealed.size === 0) return;
  revealed.clear();
  changed(model);
}

/** A short text that is shown often. */
export function maskLine(model: Model, text: string): string {
  const { lines, masker } = hiddenOf(model);
  const known = lines.get(text);
  if (known !== undefined) return known;
  const masked = masker.mask(text);
  if (lines.size >= lineMemory) lines.clear();
  lines.set(text, masked);
  return masked;
}

export function maskText(model: Model, text: string): string {
  return hiddenOf(model).masker.mask(text);
}

/** The text that was masked, also after it was edited: placeholders become the values again. Only for what is sent. */
export function unmaskText(model: Model, text: string): string {
  const { secrets } = hiddenOf(model);
  return text.replace(signPattern, (sign) => secrets.get(sign) ?? sign);
}

const stretch = 64_000;
/** Longer than any secret, including PEM keys, so that a secret that starts in a slice is seen completely. */
const overlap = 8_000;

/** Like `maskText`, for megabytes: pauses between slices (results/slices.ts runs it). */
export function* maskLong(model: Model, text: string): Generator<void, string> {
  const { masker } = hiddenOf(model);
  const parts: string[] = [];
  let written = 0;
  for (let from = 0; from < text.length; from += stretch) {
    const start = Math.max(0, from - overlap);
    let secrets = masker.find(text.slice(start, from + stretch + overlap));
    const reaches = secrets.at(-1);
    // A match that reaches the end of the slice may continue: read all of it.
    if (reaches && start + reaches.to === from + stretch + overlap && start + reaches.from < from + stretch)
      secrets = masker.find(text.slice(start));
    for (const { from: at, to, kind, value, quote = '' } of secrets) {
      if (start + at < from || start + at >= from + stretch || start + at < written) continue;
      const sign = masker.sign(kind, value ?? text.slice(start + at, start + to));
      parts.push(text.slice(written, start + at), quote, sign, quote);
      written = start + to;
    }
    yield;
  }
  parts.push(text.slice(written));
  return parts.join('');
}

/** Parameters, method and target stay unchanged, because calls are made from them. */
export function maskForView(model: Model, detail: RowDetail): RowDetail {
  const masked = maskDetail(hiddenOf(model).masker, detail);
  const { method, target, server } = detail.row;
  return { ...masked, row: { ...masked.row, method, target, server }, params: detail.params };
}

function changed(model: Model): void {
  hiddenOf(model).lines.clear();
  masksOf(model).setState(({ version }) => ({ version: version + 1 }));
}
