// A fix in one complete phrase, for its section's heading. Pure.

import { placeName } from '../../../../shared/correct/correction.ts';
import type { Change, Fix, Missing } from '../../../../shared/failure.ts';
import { duration } from '../../../../shared/text/duration.ts';
import { count } from '../../../text/format.ts';
import { visibleLine } from '../../../text/visible-text.ts';

const most = 2;

export function fixSummary(fix: Fix): string {
  switch (fix.kind) {
    case 'request':
      return requestSummary(fix.changes, fix.missing);
    case 'wait':
      return fix.afterMs === null ? 'wait, then the same call' : `wait ${duration(fix.afterMs, 2)}, then the same call`;
    case 'setting':
      return fix.variables.length === 0 ? 'change the settings' : `set ${fix.variables.slice(0, most).join(', ')}`;
    case 'sign_in':
      return 'sign in';
    case 'approval':
      return 'get it approved';
    case 'report':
      return fix.to === 'client' ? 'in the client' : 'in the server';
    case 'none':
      return '';
  }
}

function requestSummary(changes: readonly Change[], missing: readonly Missing[]): string {
  const total = changes.length + missing.length;
  if (total === 0) return 'correct the arguments';
  if (total > most) return count(total, 'change');
  return visibleLine([...changes.map(verb), ...missing.map((one) => `fill in ${placeName(one.path)}`)].join(', '));
}

function verb({ path, was, before, after }: Change): string {
  const name = placeName(path);
  if (was !== undefined) return `rename ${placeName(was)}`;
  if (after === undefined) return `remove ${name}`;
  return before === undefined ? `add ${name}` : `change ${name}`;
}
