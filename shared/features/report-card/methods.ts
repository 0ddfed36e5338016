// Methods of report cards: how clients behaved when calls failed.

import { z } from 'zod';
import { method, returns } from '../../api/method.ts';
import type { ReportCard } from './card.ts';
import { cardFormats } from './card-formats.ts';
import type { InjectedCall } from './injected-calls.ts';

export const reportCardMethods = {
  /** Calls of the shown recording that a rehearsal touched, from this time on; the newest last. */
  rehearsedCalls: method(z.object({ since: z.number() }), returns<{ calls: InjectedCall[] }>()),
  /** Of the clients in the recording that is shown. */
  reportCards: method(z.object({}), returns<{ cards: ReportCard[] }>()),
  reportCardFile: method(
    z.object({ format: z.enum(cardFormats) }),
    returns<{ text: string; fileName: string; type: string }>(),
  ),
};
