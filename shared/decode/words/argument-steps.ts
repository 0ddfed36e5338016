// General advice on rejected arguments. Not needed if a fix lists what to do at each path.

import type { FieldIssue } from '../../failure.ts';
import { dotted } from './reason-words.ts';

export const compareArguments = 'Compare the arguments with the input schema in tools/list.';
export const compareParameters = 'Compare the parameters with what the protocol version in use asks for.';
const start = 'Correct ';
const end = ' and call again.';
const mostPlaces = 3;

/** `Correct city, nights and call again.` Each path once. */
export function correctStep(issues: readonly FieldIssue[]): string {
  const places = new Set(issues.map(({ path }) => (path === '' ? 'the arguments' : dotted(path))));
  return `${start}${[...places].slice(0, mostPlaces).join(', ')}${end}`;
}

export function isGeneral(step: string): boolean {
  return step === compareArguments || step === compareParameters || (step.startsWith(start) && step.endsWith(end));
}
