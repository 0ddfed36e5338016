// The server's own error model, learned from the failures that pass. Brings the whole decoder along, so the small watching program
// goes without it: there, `own` is what the app has learned before, otherwise plain MCP.

import { type AnswerDialect, answerDialects } from '../../../../shared/features/rehearse/answer-pairs.ts';
import type { JsonObject } from '../../../../shared/json/json.ts';
import { Learner } from '../../../../shared/library/library.ts';
import type { OwnDialect } from './rehearsal.ts';

export class LearnedDialect implements OwnDialect {
  readonly #learner = new Learner();

  note(answer: JsonObject, request: JsonObject): void {
    const { method, params } = request;
    this.#learner.decode(answer, { method: String(method), params: params as JsonObject });
  }

  get dialect(): AnswerDialect {
    return answerDialects.find((dialect) => dialect === this.#learner.dialect?.id) ?? 'mcp';
  }
}
