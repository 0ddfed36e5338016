// A fix in one complete phrase, for its section's heading. Pure.

import type { Change, Fix, Missing } from '../../../shared/failure.ts';
import { duration } from '../../../shared/text/duration.ts';
import { countInWords } from '../../text/format.ts';

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
  const fields = new Set([...changes, ...missing].map(({ path }) => path));
  return fields.size === 0 ? 'in the arguments' : countInWords(fields.size, 'field');
}
