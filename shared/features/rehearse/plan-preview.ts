// What a plan would have done to a session that was recorded: which calls it touches, and how. The engine itself decides, call by
// call with the same seed, so a preview cannot differ from a run with the same calls.

import type { Json } from '../../json/json.ts';
import { Injector } from './injector.ts';
import type { Plan } from './rehearsal-plan.ts';

/** In the order of time: a call of a tool, a request for the list of tools, and what the server listed. */
export type PastEvent = { at: number } & ({ call: string } | { asksForList: true } | { listed: Json });

/** What one client did with one server over one connection. */
export interface PastSession {
  client: string;
  server: string;
  /** Over stdio, where noise is a line of its own. */
  isLines: boolean;
  events: readonly PastEvent[];
}

interface PreviewedCall {
  at: number;
  /** `answer:rate_limited`; null: it passes. */
  injected: string | null;
}

export interface PreviewLane {
  tool: string;
  calls: PreviewedCall[];
  injected: number;
}

export interface PlanPreview {
  /** Touched tools first, then by number of calls. */
  lanes: PreviewLane[];
  calls: number;
  injected: number;
  /** Calls after the plan's end. */
  afterEnd: number;
  from: number;
  to: number;
}

export function previewOf(plan: Plan, { events, isLines }: Omit<PastSession, 'client' | 'server'>): PlanPreview {
  const injector = new Injector(plan);
  const lanes = new Map<string, PreviewLane>();
  let afterEnd = 0;
  for (const event of events) {
    if ('listed' in event) injector.learnTools(event.listed);
    else if ('asksForList' in event) {
      if (isLines) injector.decideList(event.at);
    } else {
      if (injector.isOver(event.at)) afterEnd += 1;
      const injected = injector.decide(event.call, event.at)?.injected ?? null;
      const lane = lanes.get(event.call) ?? { tool: event.call, calls: [], injected: 0 };
      lane.calls.push({ at: event.at, injected });
      lane.injected += injected === null ? 0 : 1;
      lanes.set(event.call, lane);
    }
  }
  const all = [...lanes.values()];
  const times = all.flatMap(({ calls }) => calls.map(({ at }) => at));
  return {
    lanes: all.sort(
      (one, other) => Number(other.injected > 0) - Number(one.injected > 0) || other.calls.length - one.calls.length,
    ),
    calls: times.length,
    injected: all.reduce((sum, { injected }) => sum + injected, 0),
    afterEnd,
    from: times.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY),
    to: times.reduce((last, at) => Math.max(last, at), 0),
  };
}
