// Which messages are held: a rule names who sends, to which server, what, and in which direction. Pure: the programs between client and
// server ask it for each message, and the window prints it.

export const holdDirections = ['request', 'response', 'notification'] as const;
export type HoldDirection = (typeof holdDirections)[number];

/** null: any. */
export interface WantedRule {
  client: string | null;
  server: string | null;
  method: string | null;
  tool: string | null;
  direction: HoldDirection;
  /** About responses. */
  failuresOnly: boolean;
  /** It is over after the first message that it holds. */
  once: boolean;
}
export type HoldRule = WantedRule & { id: number };

/** What a rule looks at. Of a response: the method and the tool of its request. */
export interface HoldFacts {
  direction: HoldDirection;
  method: string;
  tool: string | null;
  /** A response with an error, or a tool result that says that it failed. */
  isFailure: boolean;
}

/** Clients and servers use these to know that the other side lives, and whether to go on waiting. */
const neverHeld: ReadonlySet<string> = new Set(['ping', 'notifications/progress', 'notifications/cancelled']);

export const mayBeHeld = (method: string): boolean => !neverHeld.has(method);

/** The first rule that holds the message. The rules are of this client and server already. */
export const ruleThatHolds = (rules: readonly HoldRule[], facts: HoldFacts): HoldRule | undefined =>
  mayBeHeld(facts.method) ? rules.find((rule) => holds(rule, facts)) : undefined;

/** Whether a response to this request may be held: its own content decides the rest. */
export const mayHoldResponse = (rules: readonly HoldRule[], { method, tool }: Pick<HoldFacts, 'method' | 'tool'>) =>
  mayBeHeld(method) && rules.some((rule) => rule.direction === 'response' && isAbout(rule, method, tool));

function holds(rule: HoldRule, { direction, method, tool, isFailure }: HoldFacts): boolean {
  if (rule.direction !== direction || !isAbout(rule, method, tool)) return false;
  return direction !== 'response' || isFailure || !rule.failuresOnly;
}

const isAbout = (rule: HoldRule, method: string, tool: string | null): boolean =>
  (rule.method === null || rule.method === method) && (rule.tool === null || rule.tool === tool);

/** "Answers of refund_order to opencode". */
export function ruleWords({ direction, method, tool, client, server, failuresOnly, once }: WantedRule): string {
  const about = tool ?? method;
  const from = server === null ? '' : ` of ${server}`;
  const what = {
    request: about === null ? `Requests${server === null ? '' : ` to ${server}`}` : `Calls of ${about}`,
    response: `${failuresOnly ? 'Failed answers' : 'Answers'}${about === null ? from : ` of ${about}`}`,
    notification: `Notifications${about === null ? from : ` ${about}`}`,
  }[direction];
  const who = client === null ? '' : direction === 'request' ? ` from ${client}` : ` to ${client}`;
  return `${what}${who}${once ? ', next one only' : ''}`;
}
