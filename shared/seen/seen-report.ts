// A report about a difference between the server's response and what the model received, as Markdown. It has kinds and sizes, and no
// content: neither arguments nor texts.

import { member } from '../json/json.ts';
import type { SeenDifference } from './compare-seen.ts';
import { lostWords } from './lost-words.ts';
import { contentOf, failedOf, gotText, structuredOf, textOf, typeOf } from './parts/blocks.ts';
import type { Got, ServerAnswer } from './parts/seen.ts';

/** `server`: its author. `client`: who makes the client. `misfire`: the rule is missing or wrong. */
export type ReportAudience = 'server' | 'client' | 'misfire';

export interface SeenReportFacts {
  clientName: string;
  /** '' if the transcript does not say. */
  version: string;
  model: string | undefined;
  tool: string;
  said: ServerAnswer;
  got: Got;
  flagged: boolean;
  difference: SeenDifference;
  /** What the server's author can change; '' if nothing. */
  change: string;
}

export function seenReport(audience: ReportAudience, facts: SeenReportFacts): string {
  const { clientName, version, model, tool, difference } = facts;
  const client = `${clientName} ${version === '' ? '(version unknown)' : version}`;
  const lines = [
    `## ${titleOf(audience, facts)}`,
    '',
    `- Client: ${client}${model === undefined ? '' : `, model ${model}`}`,
    `- Tool: \`${tool.replaceAll('`', '')}\``,
    `- Server sent: ${saidShape(facts.said)}`,
    `- Model got: ${gotShape(facts)}`,
    `- Missing: ${lostWords(difference.lost)}`,
    `- Cause: ${difference.cause}`,
  ];
  if (audience === 'server' && facts.change !== '') lines.push(`- Change: ${facts.change}`);
  if (audience === 'misfire' && difference.measured !== '')
    lines.push(`- Misfire’s rule was measured with ${clientName} ${difference.measured}.`);
  return `${lines.join('\n')}\n\nThis report has kinds and sizes only, and no content of the call.\n`;
}

function titleOf(audience: ReportAudience, { clientName, tool, difference }: SeenReportFacts): string {
  const lost = lostWords(difference.lost);
  if (audience === 'server') return `${tool}: ${clientName}’s model does not get ${lost}`;
  if (audience === 'client') return `${clientName} does not pass ${lost} of a tool result to the model`;
  return `Unexpected difference: ${clientName} lost ${lost}`;
}

function saidShape(said: ServerAnswer): string {
  if ('error' in said) {
    const { code, message, data } = said.error;
    return `error ${code}, ${sizeOf(message.length)} of message${data === undefined ? '' : `, ${sizeOf(JSON.stringify(data).length)} of data`}`;
  }
  const blocks = contentOf(said.result).map((block) => {
    const type = String(typeOf(block) ?? 'unknown').slice(0, 40);
    return type === 'text' ? `text of ${sizeOf(textOf(block, 'text').length)}` : type;
  });
  const content = member(said.result, 'content');
  const structured = structuredOf(said.result);
  return [
    failedOf(said) ? 'isError' : 'success',
    ...(typeof content === 'string' ? ['content that is a string'] : blocks),
    ...(structured === undefined ? [] : [`structured content of ${sizeOf(JSON.stringify(structured).length)}`]),
  ].join(', ');
}

function gotShape({ got, flagged }: SeenReportFacts): string {
  const shape = typeof got === 'string' ? 'text' : `${got.length} blocks`;
  return `${shape} of ${sizeOf(gotText(got).length)}, ${flagged ? 'marked as failed' : 'not marked as failed'}`;
}

const sizeOf = (length: number): string => `${length.toLocaleString('en-US')} characters`;
