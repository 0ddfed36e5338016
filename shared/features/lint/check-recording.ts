// Which rules of the protocol the traffic of a recording breaks: by whom, how often, and in which rows. Nothing is decoded.

import type { BrokenRule, Side } from '../../account/broken-rule.ts';
import { idKey } from '../../exchange/canonical.ts';
import { Pairing } from '../../exchange/pairing.ts';
import { RecentMap } from '../../exchange/recent-map.ts';
import { type Json, member, parseJson } from '../../json/json.ts';
import type { StoredEvent, WireEvent } from '../../wire.ts';

export interface RuleBreak extends Pick<BrokenRule, 'clause' | 'address' | 'fix' | 'how' | 'isAdvice'> {
  /** With dashes, for scanners. */
  rule: string;
  side: Side;
  server: string;
  /** The client's name; null: unknown. */
  client: string | null;
  count: number;
  /** The first ones. `row`: of the request, if `line` is its answer. */
  rows: { line: number; row: number; method: string; target: string | null; how: string }[];
}

interface CheckedRecording {
  /** Messages and exchanges that were checked. */
  messages: number;
  broken: RuleBreak[];
}

const mostRows = 100;
const mostRequests = 2_000;

export class RuleCheck {
  readonly #pairing: Pairing;
  readonly #broken = new Map<string, RuleBreak>();
  #messages = 0;
  /** Of recent requests, the line by connection, side and id. */
  readonly #requests = new RecentMap<string, number>(mostRequests);
  #row = 0;

  constructor() {
    this.#pairing = new Pairing({
      decode: () => null,
      onBroken: ({ id, binds: side, clause, address, fix, how, isAdvice }, { seq, server, client, method, target }) => {
        const key = [side, server, client ?? '', id].join('\n');
        const row = { line: seq, row: this.#row, method, target, how };
        const known = this.#broken.get(key);
        if (known === undefined) {
          const rule = ruleName(id);
          const found = { rule, side, server, client, clause, address, fix, how, isAdvice, count: 1, rows: [row] };
          this.#broken.set(key, found);
          return;
        }
        known.count += 1;
        if (known.rows.length < mostRows) known.rows.push(row);
      },
    });
  }

  take(event: StoredEvent): void {
    if (event.lane === 'in' || event.lane === 'out') {
      this.#messages += 1;
      const message = parseJson(event.text);
      this.#row = this.#rowOf(event, event.lane, message.ok ? message.value : undefined);
      this.#pairing.take({ event, message });
    } else {
      this.#row = event.seq;
      this.#pairing.take({ event });
    }
    // Rows are not needed, and would be kept until they are taken.
    if (this.#pairing.changed > 1000) this.#pairing.drain();
  }

  #rowOf({ seq, server, epoch }: StoredEvent, lane: 'in' | 'out', message: Json | undefined): number {
    const id = member(message, 'id');
    if (typeof id !== 'string' && typeof id !== 'number') return seq;
    const isRequest = member(message, 'method') !== undefined;
    const asked = isRequest ? lane : lane === 'in' ? 'out' : 'in';
    const key = [server, epoch, asked, idKey(id)].join('\n');
    if (!isRequest) return this.#requests.get(key) ?? seq;
    this.#requests.set(key, seq);
    return seq;
  }

  /** The sides in order, MUST before SHOULD. */
  get result(): CheckedRecording {
    const broken = [...this.#broken.values()].sort(
      (one, other) =>
        Number(one.isAdvice) - Number(other.isAdvice) ||
        one.side.localeCompare(other.side) ||
        (one.rows[0]?.line ?? 0) - (other.rows[0]?.line ?? 0),
    );
    return { messages: this.#messages, broken };
  }
}

/** `line`: the line in its file. */
export function checkRecording(entries: Iterable<{ line: number; event: WireEvent }>): CheckedRecording {
  const check = new RuleCheck();
  for (const { line, event } of entries) check.take({ ...event, seq: line });
  return check.result;
}

/** `use each id once` → `use-each-id-once` */
const ruleName = (id: string): string => id.replace(/[^A-Za-z0-9]+/g, '-');
