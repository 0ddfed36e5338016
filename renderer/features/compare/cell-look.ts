// How a cell and a verdict look: tones, and the sentence for screen readers. Pure.

import type { ComparedCell, ComparedRow } from '../../../shared/features/compare/compared.ts';
import type { Tone } from '../../text/row-words.ts';
import { toneOfClass } from '../../text/row-words.ts';

export function cellTone({ state, class: meaning }: ComparedCell): Tone {
  return state === 'failed' && meaning !== null ? toneOfClass(meaning) : 'mute';
}

/** The code in large, and where it travels in small; without a code the other way around. Each fact once. */
export function cellFace({ state, where, code, called, unit, why }: ComparedCell): { first: string; second: string } {
  if (state !== 'failed') return { first: where, second: why };
  const first = code === null || where.endsWith(` ${code}`) ? where : code;
  const wait = unit ? `${unit.field} ${unit.value}` : '';
  return { first, second: wait || (first === where ? called : where) };
}

export function verdictTone({ verdict }: ComparedRow): 'ok' | 'warn' | 'mute' {
  switch (verdict.kind) {
    case 'agree':
      return 'ok';
    case 'one':
    case 'none':
      return 'mute';
    case 'shapes':
    case 'codes':
    case 'units':
    case 'meanings':
      return 'warn';
    default:
      return verdict.kind satisfies never;
  }
}
