// The states of held messages.

import type { HeldView } from '../../../shared/features/hold/held.ts';
import type { Shown } from '../../testing/showcase/shown.ts';
import { AnswerChoice } from './answer-choice.tsx';
import { HeldRow } from './held-strip.tsx';

const long = 'a_very_long_name_of_a_tool_that_nobody_shortened_because_it_says_what_it_does_in_every_detail';
const heldAt = Date.UTC(2026, 10, 14, 12);

const held = (more: Partial<HeldView> = {}): HeldView => ({
  id: 1,
  server: 'orders',
  client: 'opencode',
  direction: 'response',
  from: 'server',
  method: 'tools/call',
  tool: 'refund_order',
  isFailure: false,
  heldAt,
  calledAt: heldAt,
  until: heldAt + 55_000,
  limitMs: 60_000,
  ...more,
});
const row = (more?: Partial<HeldView>) => <HeldRow held={held(more)} now={heldAt + 19_000} />;

export const shown: readonly Shown[] = [
  {
    component: 'Held message',
    states: [
      { state: 'answer', element: row() },
      { state: 'unknown client', element: row({ client: null, limitMs: null }) },
      { state: 'call of your own', element: row({ client: 'Misfire', direction: 'request' }) },
      { state: 'long text', element: row({ tool: long, server: long }) },
      { state: 'answer instead', element: <AnswerChoice held={held()} own="platica" onChoose={() => {}} /> },
    ],
  },
];
