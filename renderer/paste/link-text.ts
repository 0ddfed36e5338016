// The text in a link: the pasted text with its secrets masked, or the selected failure alone if all of it is too long.

import { writeEvent, writeHeader } from '../../shared/formats/write-capture.ts';
import { maskEvent } from '../../shared/mask/mask-event.ts';
import { Masker } from '../../shared/mask/masker.ts';
import type { RowDetail } from '../../shared/timeline.ts';
import type { WireEvent } from '../../shared/wire.ts';
import { linkToError, longestLink } from './error-link.ts';
import type { ExplainedPaste } from './use-explained.ts';

interface LinkText {
  /** null: even one failure is too long. */
  text: string | null;
  isWhole: boolean;
  /** How many places were masked. */
  masked: number;
}

/** Recordings are masked event by event: a header's value is a secret by the header's name. */
const recordings: ReadonlySet<string> = new Set(['capture', 'har', 'history', 'http']);

export async function linkText(
  { kind, stored }: Pick<ExplainedPaste, 'kind' | 'stored'>,
  text: string,
  shown: RowDetail | null,
): Promise<LinkText> {
  const masker = new Masker();
  const whole = recordings.has(kind) ? captureOf(stored, masker) : masker.mask(text);
  if (await fits(whole)) return { text: whole, isWhole: true, masked: masker.count };
  const seqs = new Set(shown?.events.map(({ seq }) => seq) ?? []);
  const one = new Masker();
  const part = captureOf(
    stored.filter(({ seq }) => seqs.has(seq)),
    one,
  );
  return { text: seqs.size > 0 && (await fits(part)) ? part : null, isWhole: false, masked: one.count };
}

const fits = async (text: string): Promise<boolean> => (await linkToError('', text)).length <= longestLink;

function captureOf(events: readonly WireEvent[], masker: Masker): string {
  const started = events[0]?.at ?? 0;
  const lines = events.map((event) => writeEvent(maskEvent(masker, event), started));
  return [writeHeader(started), ...lines].join('\n');
}
