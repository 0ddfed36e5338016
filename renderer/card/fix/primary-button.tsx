// The card's one primary button. It counts down a wait, and is hidden while a replay of the row runs.

import {
  ClipboardCopy,
  Clock,
  GitCompareArrows,
  KeyRound,
  List,
  type LucideIcon,
  Pencil,
  Plug,
  RotateCcw,
  RotateCw,
  Save,
  Square,
} from 'lucide-react';
import { useEffect } from 'react';
import type { RowDetail } from '../../../shared/timeline.ts';
import { Button } from '../../components/button.tsx';
import { useNow } from '../../components/use-now.ts';
import { useConnection } from '../../model/connection.ts';
import { useDetail } from '../../model/detail.ts';
import { noChoices, useChoices } from '../../model/fix-choices.ts';
import { useKnownTools } from '../../model/known-tools.ts';
import { useModel } from '../../model/model.ts';
import { usePicks } from '../../model/pick-value.ts';
import { loadDraft, replayOf, useReplays } from '../../model/replays.ts';
import { isLive } from '../../text/replay-words.ts';
import { type PrimaryKind, primaryAction } from './primary-action.ts';
import { useRepair } from './repair-server.ts';
import { aroundOf, runPrimary } from './run-primary.ts';

const icons: Record<PrimaryKind, LucideIcon> = {
  cancel: Square,
  compare: GitCompareArrows,
  edit_server: Pencil,
  connect: Plug,
  fix_and_retry: Pencil,
  open_form: Pencil,
  pick: List,
  replay: RotateCcw,
  replay_longer: RotateCcw,
  report: ClipboardCopy,
  restart: RotateCw,
  save_and_restart: RotateCw,
  save_to_client: Save,
  show_recovery: RotateCw,
  sign_in: KeyRound,
  wait: Clock,
};

/** Moving quickly through rows must not send a request for each. */
const rest = 120;

export function PrimaryButton({ detail }: { detail: RowDetail }) {
  const model = useModel();
  const { row } = detail;
  useReplays((state) => state.drafts[row.id] ?? null);
  useDetail((state) => state.tab);
  useChoices((state) => state[row.id] ?? noChoices);
  const server = useConnection((state) => state.servers.find(({ id }) => id === row.server));
  const live = useReplays((state) => {
    const view = replayOf(state.views, row.id);
    return view !== undefined && isLive(view);
  });
  useKnownTools((state) => state.tools[row.id]);
  useKnownTools((state) => state.lists[row.id]);
  usePicks((state) => state.values[row.id]);
  const asking = usePicks((state) => state.asking === row.id);
  const busy = useRepair((state) => state.busy);
  useRepair((state) => state.keep);
  useRepair((state) => state.plan);
  const ours = row.kind === 'call' && row.direction === 'out' && !row.pending;
  useEffect(() => {
    if (!ours) return;
    const timer = setTimeout(() => void loadDraft(model, row.id), rest);
    return () => clearTimeout(timer);
  }, [model, ours, row.id]);
  const until = primaryAction(detail, aroundOf(model, detail, 0))?.until ?? null;
  const isCounting = until !== null && until > Date.now() - 1_000 && !live;
  const tick = useNow(isCounting, 250);
  // Without a countdown, the last tick may be from another row, minutes ago.
  const now = isCounting ? tick : Date.now();
  const action = primaryAction(detail, aroundOf(model, detail, now));
  if (action === null || live) return null;
  const { kind, label, key, isPrimary, problem } = action;
  const Icon = icons[kind];
  const isStarting = kind === 'save_and_restart' || kind === 'restart' || kind === 'connect' || kind === 'edit_server';
  const waits = (isStarting && (busy || server?.state === 'connecting')) || (kind === 'save_to_client' && busy);
  return (
    <Button
      look={isPrimary ? 'primary' : 'plain'}
      disabled={waits || (kind === 'pick' && asking)}
      // Still focusable: a press goes to the field that has the problem.
      aria-disabled={problem !== '' || undefined}
      title={problem || undefined}
      data-primary={kind}
      onClick={() => void runPrimary(model, detail, kind)}
    >
      <Icon size={14} aria-hidden="true" /> <span>{waits && isStarting ? 'Starting…' : label}</span>{' '}
      {key !== '' && <kbd>{key}</kbd>}
    </Button>
  );
}
