// The card next to the timeline: the selected row, explained, with its attempts, and raw.

import { X } from 'lucide-react';
import { troubleOf } from '../../shared/incident/incident.ts';
import type { RowDetail } from '../../shared/timeline.ts';
import { Button } from '../components/button.tsx';
import { MarkPill } from '../components/group-mark.tsx';
import { colourOf, serverById, useConnection } from '../model/connection.ts';
import { useDetail } from '../model/detail.ts';
import { useMark } from '../model/expected.ts';
import { maskLine } from '../model/masks.ts';
import { useModel } from '../model/model.ts';
import { timelineOf } from '../model/timeline.ts';
import { useFeatures } from '../model/window-feature.ts';
import { ModelsSection } from '../results/models-section.tsx';
import { rowName } from '../text/row-words.ts';
import { visibleLine } from '../text/visible-text.ts';
import { plainSummary } from '../text/wording.ts';
import { BurstList } from '../timeline/bursts/burst-list.tsx';
import { CardTabs } from './card-tabs.tsx';
import styles from './detail-pane.module.css';
import { CardFoot } from './fix/card-foot.tsx';
import { FixFoot } from './fix/fix-foot.tsx';
import { FixPick } from './fix/fix-pick.tsx';
import { FixVariables } from './fix/fix-variables.tsx';
import { PrimaryButton } from './fix/primary-button.tsx';
import { SavedSection } from './fix/saved-variables.tsx';
import { CardHead } from './head/card-head.tsx';
import { CardOriginal, CardReplay, RepairProblem } from './head/card-strips.tsx';
import { CardTrail, type Trail } from './head/card-trail.tsx';
import { MoreMenu } from './head/more-menu.tsx';
import { NoteStrip } from './head/note-strip.tsx';
import { TeachStrip } from './head/teach-strip.tsx';
import type { CardActs } from './parts/section-props.ts';
import { TranscriptSection } from './sections/transcript-section.tsx';

const acts: CardActs = {
  FixFoot,
  FixPick,
  FixVariables,
  SavedSection,
  ModelsSection,
  TranscriptSection,
};

export function DetailPane() {
  const detail = useDetail((state) => state.detail);
  const problem = useDetail((state) => state.problem);
  const isOfRowBefore = useDetail((state) => state.detail !== null && state.detail.row.id !== state.id);
  const servers = useConnection((state) => state.servers);
  const past = useConnection((state) => state.past);
  if (!detail) {
    return (
      <aside id="detail-pane" tabIndex={-1} className={styles.pane} aria-label="Selected row" aria-busy={!problem}>
        {problem && <p className={styles.empty}>{problem}</p>}
      </aside>
    );
  }
  const server = serverById(servers, detail.row.server);
  const name = server?.name ?? detail.row.server;
  const label = detail.failure ? visibleLine(detail.failure.sentence) : plainSummary(detail.row).title;
  return (
    <aside id="detail-pane" tabIndex={-1} className={styles.pane} aria-label={label} aria-busy={isOfRowBefore}>
      <Card detail={detail} serverName={name} colour={colourOf(servers, detail.row.server, past)} />
    </aside>
  );
}

interface CardProps {
  detail: RowDetail;
  serverName: string;
  colour: number;
}

/** Or what a feature shows in its place. */
function Card({ detail, serverName, colour }: CardProps) {
  const model = useModel();
  const mark = useMark(detail.row.group);
  const trail = {
    callName: maskLine(model, rowName(detail.row)),
    serverName,
    colour,
    mark: mark && <MarkPill mark={mark} />,
    corner: <CloseButton />,
  };
  // biome-ignore lint/correctness/useHookAtTopLevel: the features of a window never change.
  const [Instead] = useFeatures().flatMap(({ card }) => card?.useInstead?.(detail) ?? []);
  if (Instead) return <Instead detail={detail} trail={<CardTrail row={detail.row} {...trail} />} />;
  return (
    <>
      <Header detail={detail} trail={trail} />
      <CardTabs detail={detail} serverName={serverName} acts={acts} Messages={BurstList} />
      <CardFoot detail={detail} />
    </>
  );
}

function Header({ detail, trail }: { detail: RowDetail; trail: Trail }) {
  const { row, failure, incident } = detail;
  const features = useFeatures();
  // That tab says the same.
  const isAttempts = useDetail(({ tab }) => tab === 'attempts');
  return (
    <>
      <CardHead
        detail={detail}
        {...trail}
        actions={
          <>
            <PrimaryButton detail={detail} />
            <MoreMenu detail={detail} />
          </>
        }
      />
      {row.group !== null && <NoteStrip group={row.group} />}
      {failure && (troubleOf(failure) !== null || failure.fix.kind === 'setting') && (
        <RepairProblem incident={incident?.id ?? row.id} />
      )}
      {features.map(({ name, card }) => card?.Strip && <card.Strip key={name} detail={detail} />)}
      {detail.original && !isAttempts && <CardOriginal original={detail.original} />}
      <TeachStrip detail={detail} />
      {!isAttempts && <CardReplay row={row.id} />}
    </>
  );
}

function CloseButton() {
  const model = useModel();
  return (
    <Button
      look="icon"
      aria-label="Close the card"
      title="Close (Esc)"
      onClick={() => timelineOf(model).setState({ paneOpen: false })}
    >
      <X size={15} aria-hidden="true" />
    </Button>
  );
}
