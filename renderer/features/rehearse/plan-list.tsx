// The side list of Rehearse: the ready plans, your own ones, and the report cards.

import { CircleAlert, ClipboardCheck, FileInput, FileJson, FlaskConical, Pencil, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { readyPlans } from '../../../shared/features/rehearse/ready-plans.ts';
import { longestPlan, readPlan } from '../../../shared/features/rehearse/rehearsal-plan.ts';
import { Button } from '../../components/button.tsx';
import { Caption } from '../../components/caption.tsx';
import { type Model, useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { countInWords } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { formOf } from './plan-draft.ts';
import { loadReportCards, useRehearsal } from './rehearsal.ts';
import styles from './rehearse-place.module.css';
import { newPlan, openDraft, ownId, rehearseOf, useRehearse } from './rehearse-state.ts';

export function PlanList() {
  const model = useModel();
  const { view, plan: chosen, draft } = useRehearse();
  const { running, own, cards } = useRehearsal();
  const names = (cards ?? []).map(({ client }) => client?.name ?? 'a client').join(' and ');
  const show = (plan: string) => rehearseOf(model).setState({ plan, view: 'plan' });
  return (
    <nav className={styles.side} aria-label="Plans">
      <div className={styles.title}>
        <Caption as="h2">Plans</Caption>
        <Button look="quiet" onClick={() => newPlan(model)}>
          <Plus size={14} aria-hidden="true" /> New
        </Button>
      </div>
      <ul>
        {readyPlans.map(({ name, title }) => (
          <Item
            key={name}
            icon={<FlaskConical size={15} aria-hidden="true" />}
            title={title}
            below={running?.name === name ? 'on' : ''}
            isOn={running?.name === name}
            isCurrent={view === 'plan' && name === chosen}
            onClick={() => show(name)}
          />
        ))}
      </ul>
      <div className={styles.title}>
        <Caption as="h2">Yours</Caption>
        <Button look="quiet" onClick={() => void importPlan(model)}>
          <FileInput size={14} aria-hidden="true" /> Import
        </Button>
      </div>
      <ul>
        {own.map(({ file, text }) => {
          const read = readPlan(text, file);
          const isOn = read.ok && running?.name === read.plan.name;
          return (
            <Item
              key={file}
              icon={read.ok ? <FileJson size={15} aria-hidden="true" /> : <CircleAlert size={15} aria-hidden="true" />}
              title={read.ok ? visibleLine(read.plan.title) : file}
              below={isOn ? 'on' : read.ok ? countInWords(read.plan.steps.length, 'step') : 'not a valid plan'}
              isOn={isOn}
              isCurrent={view === 'plan' && ownId(file) === chosen}
              onClick={() => show(ownId(file))}
            />
          );
        })}
        {draft && (
          <Item
            icon={<Pencil size={15} aria-hidden="true" />}
            title={visibleLine(String(formOf(draft.text)?.plan.title ?? 'Draft'))}
            below={draft.text === draft.original && draft.replaces !== null ? 'being edited' : 'not saved'}
            isOn={false}
            isCurrent={view === 'edit'}
            onClick={() => rehearseOf(model).setState({ view: 'edit' })}
          />
        )}
      </ul>
      {own.length === 0 && !draft && <p className={styles.none}>Choose New, or edit a copy of a ready plan.</p>}
      <div className={styles.title}>
        <Caption as="h2">Report cards</Caption>
      </div>
      <ul>
        <Item
          icon={<ClipboardCheck size={15} aria-hidden="true" />}
          title="This recording"
          below={names === '' ? 'no client was rehearsed' : visibleLine(names)}
          isOn={false}
          isCurrent={view === 'cards'}
          onClick={() => {
            rehearseOf(model).setState({ view: 'cards' });
            void loadReportCards(model);
          }}
        />
      </ul>
    </nav>
  );
}

interface ItemProps {
  icon: ReactNode;
  title: string;
  below: string;
  isOn: boolean;
  isCurrent: boolean;
  onClick: () => void;
}

function Item({ icon, title, below, isOn, isCurrent, onClick }: ItemProps) {
  return (
    <li>
      <button type="button" className={styles.item} aria-current={isCurrent ? 'true' : undefined} onClick={onClick}>
        {icon}
        <span>
          {title}
          {below !== '' && <small className={isOn ? styles.on : undefined}>{below}</small>}
        </span>
      </button>
    </li>
  );
}

/** Opened as a draft: what is wrong with it is shown where it can be fixed. */
async function importPlan(model: Model): Promise<void> {
  const chosen = await model.platform.openFile({ accept: ['.json'] });
  if (chosen.outcome === 'failed') say(model, chosen.reason, 'bad');
  if (chosen.outcome !== 'opened') return;
  const { file } = chosen;
  if (file.size > longestPlan) return say(model, `${file.name} is larger than 1 MB. That is not a plan.`, 'bad');
  openDraft(model, await file.text(), null);
}
