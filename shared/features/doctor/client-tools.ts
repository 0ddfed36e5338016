// Which tools of a server reach the model of one client, and under which names, by the rules measured for that client.

import type { OpeningTools, ToolFlaw } from '../../clients/client.ts';
import { type Json, member } from '../../json/json.ts';
import { flawsOf } from './tool-flaws.ts';

export interface LostTool {
  tool: string;
  /** Renamed: its name towards the model, without the server's. Its end may differ: clients add a hash. */
  how: 'dropped' | 'renamed' | 'not offered';
  as?: string;
  why: string;
  fix: string;
}

interface ToolVerdict {
  lost: LostTool[];
  /** The tool whose flaw costs the whole list. */
  refused: { tool: string; flaw: ToolFlaw } | null;
}

interface Listed {
  /** As the server listed them, page by page. */
  pages: readonly (readonly Json[])[];
  /** The server's name in the client's settings. */
  server: string;
}

export function judgeTools(rules: OpeningTools, { pages, server }: Listed): ToolVerdict {
  const read = rules.firstPageOnly ? (pages[0] ?? []) : pages.flat();
  const unread = rules.firstPageOnly ? pages.slice(1).flat() : [];
  for (const [at, tool] of read.entries()) {
    const flaw = flawsOf(tool).find((each) => rules.refusesListOf.includes(each));
    if (flaw !== undefined) return { lost: [], refused: { tool: nameOf(tool, at), flaw } };
  }
  const prefix = rules.prefix(server).length;
  const taken = new Map<string, string>();
  const lost = read.flatMap((tool, at) => judgeTool(rules, nameOf(tool, at), tool, { prefix, taken }));
  const late = unread.map(
    (tool, at): LostTool => ({
      tool: nameOf(tool, at),
      how: 'dropped',
      why: 'it reads only the first page of the list',
      fix: 'List all tools on one page.',
    }),
  );
  return { lost: [...lost, ...late], refused: null };
}

function judgeTool(
  rules: OpeningTools,
  name: string,
  tool: Json,
  { prefix, taken }: { prefix: number; taken: Map<string, string> },
): LostTool[] {
  const flaw = flawsOf(tool).find((each) => rules.leavesOut?.includes(each));
  if (flaw !== undefined) return [{ tool: name, how: 'dropped', why: `it has ${flaw}`, fix: toolFix(flaw) }];
  const longest = rules.longestName;
  const plain = name.replace(rules.replaces, '_');
  const isLong = longest !== undefined && prefix + plain.length > longest.length;
  if (isLong && longest.longer === 'left out') {
    const why = `its name has ${prefix + plain.length} characters with the server's, and ${longest.length} fit`;
    return [{ tool: name, how: 'dropped', why, fix: 'Shorten the name of the tool or of the server.' }];
  }
  if (taken.get(plain) === name)
    return [{ tool: name, how: 'dropped', why: 'two tools have this name', fix: 'Rename one of them.' }];
  taken.set(plain, name);
  if (isLong) {
    const why = `its name has ${prefix + plain.length} characters with the server's, and ${longest.length} fit`;
    const as = plain.slice(0, Math.max(0, longest.length - prefix));
    return [{ tool: name, how: 'renamed', as, why, fix: 'Shorten the name of the tool or of the server.' }];
  }
  if (plain === name) return [];
  const why = 'its name has characters that the client replaces';
  return [{ tool: name, how: 'renamed', as: plain, why, fix: 'Use letters, digits and _ in the names of tools.' }];
}

const fixes: Readonly<Record<ToolFlaw, string>> = {
  'no name': 'Give each tool a name.',
  'no input schema': 'Give each tool an inputSchema; {"type":"object"} is enough.',
  'an input schema that is not of type object': 'Write "type": "object" at the top of each inputSchema.',
  'a property without a schema': 'Put required beside properties, and write an object for each property.',
  'a description that is no text': 'Write each description as text, or leave it out.',
  'an annotation that is no boolean': 'Write true or false for each hint.',
  'an output schema that is not of type object': 'Write "type": "object" at the top of each outputSchema.',
  'a choice at the top of its input schema': 'Use the repaired schema that misfire lint prints.',
};
export const toolFix = (flaw: ToolFlaw): string => fixes[flaw];

function nameOf(tool: Json, at: number): string {
  const name = member(tool, 'name');
  return typeof name === 'string' ? name : `tool ${at + 1}`;
}
