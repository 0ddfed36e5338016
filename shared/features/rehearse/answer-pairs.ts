// Which class of failure can be answered in which error model: every pair that exists.

import { classesOf } from '../../errors/error-dialects.ts';
import { type ReportedClass, reportedClasses, waits } from '../../errors/error-facts.ts';
import type { FailureClass } from '../../failure.ts';

/** Error models that an answer can be written in. `own` becomes one of them. */
export const answerDialects = [
  'mcp',
  'json-rpc',
  'http',
  'closient',
  'erlmcp',
  'error-model',
  'platica',
  'qaqnuz',
] as const;
export type AnswerDialect = (typeof answerDialects)[number];

/** Only JSON-RPC has words for these. */
const protocolClasses = ['parse_error', 'invalid_request', 'method_not_found', 'cancelled'] as const;
export type ProtocolClass = (typeof protocolClasses)[number];

/** Classes that an answer can have. The others are about answers that do not arrive or cannot be read: spoil or end instead. */
export const answerClasses = [...reportedClasses, ...protocolClasses, 'unknown'] as const satisfies FailureClass[];
export type AnswerClass = (typeof answerClasses)[number];

/** The classes that the dialect can say. `unknown` is an error without a reason, which only plain MCP allows. */
export function answersIn(dialect: AnswerDialect): readonly AnswerClass[] {
  switch (dialect) {
    case 'mcp':
      return [...reportedClasses, 'unknown'];
    case 'json-rpc':
      return [...reportedClasses, ...protocolClasses];
    case 'http':
      return reportedClasses;
    default:
      return classesOf(dialect);
  }
}

/** The error model for a class: the wanted one if it has a word for it, else the one that does. */
export function dialectFor(answer: AnswerClass, wanted: AnswerDialect): AnswerDialect {
  return [wanted, 'mcp' as const].find((dialect) => answersIn(dialect).includes(answer)) ?? 'json-rpc';
}

export const isProtocolClass = (answer: AnswerClass): answer is ProtocolClass =>
  (protocolClasses as readonly AnswerClass[]).includes(answer);

/** Whether a stated wait makes sense. */
export const canWait = (answer: AnswerClass): boolean =>
  (reportedClasses as readonly AnswerClass[]).includes(answer) && waits(answer as ReportedClass);
