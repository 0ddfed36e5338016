// Report cards of the clients in the recording that is shown, from its events. Judging is shared/features/report-card's; this owns which
// connections are judged, and the files that leave this machine without secrets.

import type { CaptureEntry } from '../../../shared/capture/capture.ts';
import { type Ask, done, refused } from '../../../shared/contract/api.ts';
import type { ReportCard } from '../../../shared/features/report-card/card.ts';
import { writeCards } from '../../../shared/features/report-card/formats.ts';
import { injectedCalls } from '../../../shared/features/report-card/injected-calls.ts';
import { type RecordedRun, readRun } from '../../../shared/features/report-card/recorded-run.ts';
import { reportCard } from '../../../shared/features/report-card/report-card.ts';
import { reportCardPage } from '../../../shared/features/report-card/report-card-page.ts';
import { Masker } from '../../../shared/mask/masker.ts';
import { appVersion } from '../../inspector/paths/app-paths.ts';
import { reportViewer } from '../../inspector/paths/report-viewer.ts';
import type { Logs } from '../../inspector/recordings/recordings.ts';
import { plainServerName } from '../rehearse/plain-server-name.ts';

const pageSize = 2000;
/** Of one run: more are in the timeline. */
const mostCalls = 100;
const types = { json: 'application/json', md: 'text/markdown', junit: 'application/xml', sarif: 'application/json' };

export class ReportCards {
  readonly #logs: Logs;

  constructor(logs: Logs) {
    this.#logs = logs;
  }

  readonly rehearsedCalls: Ask<'rehearsedCalls'> = async ({ since }) => {
    const calls = this.#runs().flatMap(injectedCalls);
    const wanted = calls.filter(({ at }) => at >= since).sort((one, other) => one.at - other.at);
    return done({ calls: wanted.slice(-mostCalls) });
  };

  readonly reportCards: Ask<'reportCards'> = async () => done({ cards: this.#cards() });

  readonly reportCardFile: Ask<'reportCardFile'> = async ({ format }) => {
    const cards = this.#cards();
    if (cards.length === 0) return refused('not_found', 'No client was rehearsed in this recording.');
    const masker = new Masker();
    const masked = masker.value(cards) as ReportCard[];
    if (format === 'html') {
      const page = { viewer: reportViewer(), version: appVersion(), madeAt: Date.now(), masked: masker.summary() };
      return done(reportCardPage(masked, page));
    }
    const placeOf = (ref: { row: number } | undefined) => ({ file: 'misfire-report-card.json', line: ref?.row ?? 1 });
    const text = writeCards(format, masked, { version: appVersion(), placeOf });
    const ending = format === 'junit' ? 'xml' : format === 'github' ? 'txt' : format;
    return done({
      text,
      fileName: `misfire-report-card.${ending}`,
      type: format === 'github' ? 'text/plain' : types[format],
    });
  };

  #cards(): ReportCard[] {
    return this.#runs().map((run) => reportCard({ run }));
  }

  /** One run per client that was rehearsed. */
  #runs(): RecordedRun[] {
    const log = this.#logs.shown;
    log.flush();
    const byClient = new Map<string, CaptureEntry[]>();
    const rehearsed = new Set<string>();
    for (const entry of entriesOf(log.store)) {
      const { client, rehearsed: isTouched } = entry.event;
      if (client === undefined) continue;
      if (isTouched === true) rehearsed.add(client);
      const known = byClient.get(client);
      // By the name that a person gave it, as everywhere in the window.
      const server = plainServerName(log.serverName(entry.event.server), client);
      const named = { ...entry, event: { ...entry.event, server } };
      if (known) known.push(named);
      else byClient.set(client, [named]);
    }
    return [...byClient].filter(([client]) => rehearsed.has(client)).map(([, entries]) => readRun([{ entries }]));
  }
}

function* entriesOf(store: Logs['shown']['store']): Generator<CaptureEntry> {
  const [first, last] = store.seqSpan();
  for (let after = first - 1; after < last; ) {
    const events = store.eventsAfter(after, pageSize);
    if (events.length === 0) return;
    for (const { seq, ...event } of events) if (seq <= last) yield { line: seq, event, extra: {} };
    after = events.at(-1)?.seq ?? last;
  }
}
