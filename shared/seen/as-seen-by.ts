// What the model of one client receives from a response. Pure: each client's rules are in its file in `rules/`, with the measured
// version. `beside-answers.ts` has behavior that does not depend on the response.

import { claudeCode } from './rules/claude-code.ts';
import { cline } from './rules/cline.ts';
import { codex } from './rules/codex.ts';
import { copilotCli } from './rules/copilot-cli.ts';
import { geminiCli } from './rules/gemini-cli.ts';
import { goose } from './rules/goose.ts';
import { opencode } from './rules/opencode.ts';
import { rooCode } from './rules/roo-code.ts';
import { zed } from './rules/zed.ts';
import { lossesOf } from './losses.ts';
import type { ClientId, Seen, SeenClient, SeenContext, ServerAnswer } from './parts/seen.ts';

export const seenClients: Readonly<Record<ClientId, SeenClient>> = {
  'claude-code': claudeCode,
  codex,
  'gemini-cli': geminiCli,
  opencode,
  'copilot-cli': copilotCli,
  cline,
  goose,
  zed,
  'roo-code': rooCode,
};

export function asSeenBy(client: ClientId, answer: ServerAnswer, context: SeenContext = {}): Seen {
  const { version, pass } = seenClients[client];
  const known = { ...context, server: context.server ?? 'server', tool: context.tool ?? 'tool' };
  const { got, flagged, rule } = pass(answer, known);
  return { client, version, got, flagged, lost: lossesOf(answer, got, flagged), rule };
}
