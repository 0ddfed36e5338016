// Keeps the finding the only reading of a failure. Only the decoder and the builders of accounts import what judges. The files that
// read raw events outside of them are listed, each with its reason.

import { globSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Import {
  file: string;
  /** Of the project, from its root. */
  from: string;
  names: string[];
}

const files = ['shared', 'electron', 'renderer'].flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: (name) => name === 'node_modules' }).map((file) =>
    file.replaceAll(sep, '/'),
  ),
);
/** Tests may look anywhere. */
const isForTests = (file: string) => /\.(?:test|states)\.tsx?$|\/testing\/|fixtures\.ts$|\/test-[\w-]+\.ts$/.test(file);

const imports = files
  .filter((file) => !isForTests(file))
  .flatMap((file): Import[] => {
    const text = readFileSync(join(root, file), 'utf8');
    const found = text.matchAll(/^import\s+(?:type\s+)?(?:\{([^}]*)\}|\* as \w+|\w+)\s*from\s*'(\.[^']+)';/gm);
    return [...found].map(([, names = '', from = '']) => ({
      file,
      from: posix.join(posix.dirname(file), from),
      names: names.split(',').map((name) => name.trim().replace(/^type\s+/, '')),
    }));
  });

/** What gathers accounts and judges them, and what takes the place of a part of it on the page of pasted errors. */
const isOfTheDecoder = (file: string) =>
  /^(?:shared\/(?:decode|exchange|account)|renderer\/paste\/stand-ins)\//.test(file);

/** Folders and files that judge: what is wrong with arguments, what stderr means, whose fault it is. */
const judges = [
  'shared/correct/correct-arguments.ts',
  'shared/stderr/',
  'shared/incident/incident-cause.ts',
  'shared/decode/',
];

/** Of them, what others may import, and what for. */
const doors: Readonly<Record<string, string>> = {
  'shared/decode/decode.ts': 'one exchange in, one finding out',
  'shared/decode/finding/check.ts': 'the words of the schema check, which the form shows too',
  'shared/decode/learner.ts': 'decode, with what is known of a server',
  'shared/decode/silent/process-end.ts': 'the doctor prints what the card says of a process that ended',
  'shared/decode/finding/class-titles.ts': 'titles of classes, for Compare',
  'shared/stderr/colors.ts': 'takes colors off a line',
  'shared/stderr/telling-lines.ts': 'picks the lines of stderr that the doctor has room for',
  'shared/stderr/last-words.ts': 'the same, for its last line',
  'shared/stderr/missing-script.ts': 'which file the end of a process looks for, to name the nearest one',
  'shared/decode/extract/durations.ts': 'reads a Retry-After of a collector, which is no failure of a server',
};

/** What judges, among itself. */
const isJudge = (file: string) => judges.some((judge) => file.startsWith(judge));

test('only the decoder judges', () => {
  const wrong = imports
    .filter(({ file, from }) => isJudge(from) && !isJudge(file) && !isOfTheDecoder(file))
    .filter(({ from }) => !Object.hasOwn(doors, from))
    .map(({ file, from }) => `${file} imports ${from}. Print the fields of the failure instead.`);
  expect(wrong).toEqual([]);
});

test('every door of the decoder is used', () => {
  const used = new Set(imports.filter(({ file }) => !isOfTheDecoder(file)).map(({ from }) => from));
  expect(Object.keys(doors).filter((door) => !used.has(door) && door !== 'shared/decode/decode.ts')).toEqual([]);
});

const rawTypes = new Set(['WireEvent', 'StoredEvent', 'MessageEvent', 'HttpEvent', 'LifeEvent', 'StderrEvent']);

/** Who reads raw events outside of what gathers accounts, and why. */
const rawReaders: Readonly<Record<string, string>> = {
  // Making and recording events.
  'electron/transports/transport.ts': 'records what crosses',
  'shared/features/mock/recorded-replies.ts': 'serves what was recorded',
  'electron/features/watch/programs/bridge/bridge.ts': 'records what crosses',
  'electron/features/watch/programs/proxy/proxy-copy.ts': 'records what crosses',
  'electron/spool/spool-lines.ts': 'records what crosses',
  'electron/spool/spool-writer.ts': 'records what crosses',
  'electron/features/watch/commands/bridge-command.ts': 'hands on what the bridge records',
  'electron/features/agents/server/sender.ts': 'writes what an agent sends to the spool',
  'electron/inspector/session/session.ts': 'speaks with the server: the end of a connection ends its calls',
  'electron/inspector/session/inbox.ts': 'speaks with the server: takes answers to their calls',
  'electron/inspector/recordings/wire-beside.ts': 'copies the watched wire into the recording of a transcript',
  'electron/features/transcripts/count-failures.ts': 'gives the calls of a transcript to pairing, to count failures',
  'shared/features/lint/check-recording.ts': 'gives events to pairing, for the rules that they break',
  'electron/features/lint/commands/lint-recording.ts': 'gives events to pairing, for the rules that they break',
  'electron/inspector/log/memory-log.ts': 'gives events to a log that nothing keeps',
  'electron/hosts/cli/records/transcript-file.ts': 'gives the calls of a transcript to pairing',
  'electron/features/transcripts/commands/follow-transcripts.ts': 'gives the calls of a growing transcript to pairing',
  'electron/inspector/log/recorder.ts': 'records what crosses',
  'electron/inspector/log/log.ts': 'gives events to pairing',
  'electron/inspector/spool/run-recorder.ts': 'takes a spool in',
  'electron/inspector/spool/spool-file.ts': 'takes a spool in',
  'electron/inspector/spool/spool-follower.ts': 'takes a spool in',
  'electron/inspector/recordings/carry-over.ts': 'copies events into a new recording',
  'shared/server/end-reason.ts': 'the error of a call on a connection that has ended; what is shown is the finding',
  'shared/capture/sound-event.ts': 'rejects events that cannot be',
  // Storing.
  'electron/inspector/log/store/event-columns.ts': 'stores events',
  'electron/inspector/log/store/memory-store.ts': 'stores events',
  'electron/inspector/log/store/sqlite-events.ts': 'stores events',
  'electron/inspector/log/store/sqlite-store.ts': 'stores events',
  'electron/inspector/log/store/store.ts': 'stores events',
  'electron/inspector/log/rows/row-recovery.ts': 'gives events to pairing again after a kill',
  'electron/inspector/log/search/row-texts.ts': 'searches the texts of messages',
  // Files of events.
  'shared/formats/history.ts': 'reads and writes files of events',
  'shared/formats/read-any.ts': 'reads and writes files of events',
  'shared/formats/read-har.ts': 'reads and writes files of events',
  'shared/formats/write-capture.ts': 'reads and writes files of events',
  'shared/formats/write-har.ts': 'reads and writes files of events',
  'shared/capture/capture.ts': 'reads and writes files of events',
  'shared/features/paste/pasted.ts': 'reads pasted text as events',
  'shared/features/paste/read-paste.ts': 'reads pasted text as events',
  'shared/features/paste/error-text.ts': 'reads pasted text as events',
  'shared/features/paste/http-text.ts': 'reads pasted text as events',
  'shared/features/paste/log-lines.ts': 'reads pasted text as events',
  'shared/features/paste/explain-paste.ts': 'gives events to pairing',
  'renderer/paste/link-text.ts': 'writes the events of a link',
  'shared/mask/mask-event.ts': 'masks events on their way out',
  'electron/inspector/recordings/captures.ts': 'reads and writes files of events',
  'electron/inspector/recordings/export-text.ts': 'reads and writes files of events',
  'electron/inspector/recordings/parquet-records.ts': 'sizes of messages, and their texts on request',
  'electron/hosts/cli/records/recording-text.ts': 'reads and writes files of events',
  'electron/hosts/cli/records/decode-command.ts': 'the texts of a line, to find secrets that its finding repeats',
  'shared/features/report-card/recorded-run.ts':
    'what a client did around a failure: cancellations, lists, sessions, tokens',
  // Giving events to pairing, or showing them as they are.
  'electron/telemetry/exchange-reader.ts': 'gives events to pairing',
  'electron/telemetry/telemetry.ts': 'hands events to its reader',
  'electron/hosts/collector.ts': 'hands events to telemetry',
  'electron/features/conformance/commands/conformance-command.ts': 'shows the messages before a check',
  'electron/inspector/log/rows/row-detail.ts': 'the Raw tab',
  'electron/features/replay/recorded-call.ts': 'the request as it was sent, to send it again',
  'shared/features/compare/compare-recordings.ts': 'the parameters of a request, to pair the calls of two recordings',
  'electron/features/compare/tapped-session.ts': 'waits for answers that no id matches',
  'electron/features/doctor/connection-attempt.ts': 'gathers one try at connecting',
  'electron/features/doctor/opening-run.ts': 'gathers what one opening of a client got',
  'electron/features/doctor/process-checks.ts': 'shows the first bytes of a try',
};

test('who reads raw events is listed, with a reason', () => {
  const readers = new Set(
    imports
      .filter(({ from, names }) => from === 'shared/wire.ts' && names.some((name) => rawTypes.has(name)))
      .map(({ file }) => file)
      .filter((file) => !isOfTheDecoder(file)),
  );
  const fresh = [...readers].filter((file) => !Object.hasOwn(rawReaders, file));
  expect(fresh, 'Ask for the finding, or say here why raw events are needed').toEqual([]);
  const gone = Object.keys(rawReaders).filter((file) => !readers.has(file));
  expect(gone, 'They read no raw events any more: take them off the list').toEqual([]);
});
