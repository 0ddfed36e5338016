// What the hook reports of Claude Code, Codex and Gemini CLI have in common.

import { type Json, member } from '../../json/json.ts';
import { text } from './reader.ts';

export const reportedCall = (report: Json, ended: number, name: string) => ({
  version: '',
  session: text(member(report, 'session_id')),
  callId: text(member(report, 'tool_use_id')),
  name,
  args: member(report, 'tool_input') ?? {},
  ended,
  isReported: true as const,
  lines: [],
});
