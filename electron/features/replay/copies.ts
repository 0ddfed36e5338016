// What can be copied from the log about a call: the difference of two responses, the call as code, calls as a repro set. Only collects what
// these need; sends nothing.

import {
  type Answer,
  type Checked,
  done,
  type Method,
  noSuchRow,
  type Results,
  refused,
} from '../../../shared/contract/api.ts';
import { diffAnswers } from '../../../shared/diff/diff-answers.ts';
import { identityOfRow } from '../../../shared/diff/verdict.ts';
import { writeSnippet } from '../../../shared/snippets/snippet.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { Connections } from '../../inspector/connections/connections.ts';
import type { Logs } from '../../inspector/recordings/recordings.ts';
import { requestedVersion } from '../../inspector/session/handshake.ts';
import { type RecordedCall, readCall, recordedAnswerText } from './recorded-call.ts';
import { writeReproSet } from './repro-set.ts';
import { type ServerBehind, serverBehind } from './server-behind.ts';

type Ask<M extends Method> = (input: Checked<M>) => Answer<Results[M]>;

export class Copies {
  readonly #logs: Logs;
  readonly #connections: Connections;

  constructor(logs: Logs, connections: Connections) {
    this.#logs = logs;
    this.#connections = connections;
  }

  readonly diffAnswers: Ask<'diffAnswers'> = ({ before, after }) => {
    const texts = [before, after].map((id) => {
      const { store } = this.#logs.logOf(id);
      const row = store.row(id);
      return row && recordedAnswerText(store, row);
    });
    const [was, is] = texts;
    return was == null || is == null ? noSuchRow() : done(diffAnswers(was, is));
  };

  readonly reproSet: Ask<'reproSet'> = ({ rows }) => {
    const calls = rows.map((row) => this.#call(row));
    if (!calls.every((call) => call !== null)) return noSuchRow();
    const problem = calls.find((call) => call.raw === '')?.problem;
    if (problem) return refused('refused', problem);
    const sources = calls.map(({ row, method, params, failure }) => ({
      server: row.server,
      behind: this.#behind(row),
      method,
      params,
      title: row.headline,
      failure: identityOfRow(row, failure),
    }));
    return done({ text: writeReproSet(sources) });
  };

  readonly snippet: Ask<'snippet'> = ({ row: id, kind }) => {
    const call = this.#call(id);
    if (!call) return noSuchRow();
    if (call.raw === '') return refused('refused', call.problem);
    const behind = this.#behind(call.row);
    if (!behind) return refused('refused', 'How this server is reached is not known, so there is no code to copy.');
    const { name, ...server } = behind;
    const { revision } = this.#logs.logOf(id).agreement(call.row.server, call.row.epoch);
    const protocolVersion = revision ?? requestedVersion;
    const { method, params } = call;
    const written = writeSnippet({ serverName: name, ...server, method, params, protocolVersion }, kind);
    return typeof written === 'string' ? refused('refused', written) : done(written);
  };

  #behind(row: Row): ServerBehind | null {
    return serverBehind(this.#logs.logOf(row.id).store, row, this.#connections.get(row.server));
  }

  #call(id: number): RecordedCall | null {
    const log = this.#logs.logOf(id);
    const row = log.store.row(id);
    return row && readCall(log, row);
  }
}
