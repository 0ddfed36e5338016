// What the hook reports of Claude Code, Codex and Gemini CLI have in common.

import { type Json, member } from '../../json/json.ts';
import { textAt } from './reader.ts';

export const reportedCall = (report: Json, ended: number, name: string) => ({
  session: textAt(report, 'session_id'),
  callId: textAt(report, 'tool_use_id'),
  name,
  args: member(report, 'tool_input'),
  ended,
  isReported: true as const,
});
