// How a cell and a verdict look: tones, and the sentence for screen readers. Pure.

import type { Cell, ComparedRow } from '../../../shared/features/compare/compared.ts';
import type { Tone } from '../../text/row-words.ts';
import { toneOfClass } from '../../text/row-words.ts';

export function cellTone({ state, class: meaning }: Cell): Tone {
  return state === 'failed' && meaning !== null ? toneOfClass(meaning) : 'mute';
}

/** The small line: its name and what a client may do; for other cells why there is no failure. */
export function cellSecond({ state, called, retry, unit, why }: Cell): string {
  if (state !== 'failed') return why;
  return unit ? `${unit.field} ${unit.value}, ${unit.unit}` : `${called} · ${retry}`;
}

export function cellSentence(server: string, cell: Cell): string {
  const broken = cell.conformance.verdict === 'broken' ? ' Against the specification.' : '';
  if (cell.state !== 'failed') return `${server}: ${cell.where}. ${cell.why}${broken}`;
  const where = cell.code === null ? cell.where : `${cell.where} ${cell.code}`;
  return `${server}: ${where}, ${cell.called}, ${cell.retry}.${broken}`;
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

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
export const numberWord = (amount: number): string => numbers[amount] ?? String(amount);
