// Tasks: calls that a server continues after its first response. Their state, polling until they end, canceling.

import type { TaskView } from '../../../../shared/server/connecting.ts';
import { Button } from '../../../components/button.tsx';
import { Pill } from '../../../components/pill.tsx';
import { closeDialog } from '../../../model/dialogs.ts';
import { useModel } from '../../../model/model.ts';
import { say } from '../../../model/notices.ts';
import { showPage } from '../../../model/open-place.ts';
import { showCall } from '../../../model/selection.ts';
import type { Tone } from '../../../text/row-words.ts';
import { visibleLine } from '../../../text/visible-text.ts';
import { AnswerOutcome } from './answer-view.tsx';
import { type OfferQuestion, OffersNotice, type PaneProps, useQuestion } from './offer-pane.tsx';
import styles from './offers.module.css';

const tones: Record<string, Tone> = {
  working: 'wait',
  input_required: 'warn',
  completed: 'ok',
  failed: 'bad',
  cancelled: 'mute',
};

/** Beyond this number only the count is shown. */
const shownAtMost = 200;

export function TaskPane({ server, state }: PaneProps) {
  const question = useQuestion(server);
  const tasks = state.offers?.tasks ?? [];
  return (
    <div className={styles.alone}>
      <OffersNotice state={state} />
      {state.offers !== null && tasks.length === 0 && (
        <div>
          <b>No tasks</b>
          <p className={styles.note}>
            {state.offers.abilities.includes('tasks')
              ? 'A call that the server answers with a task appears here.'
              : 'The server does not say that it works with tasks.'}
          </p>
        </div>
      )}
      {tasks.slice(0, shownAtMost).map((task) => (
        <Task key={task.taskId} task={task} server={server} question={question} refresh={state.reload} />
      ))}
      {tasks.length > shownAtMost && <p className={styles.note}>and {tasks.length - shownAtMost} more</p>}
      <AnswerOutcome question={question} onDone={() => void state.reload()} />
    </div>
  );
}

function Task({
  task,
  server,
  question,
  refresh,
}: {
  task: TaskView;
  server: string;
  question: OfferQuestion;
  refresh: () => Promise<void>;
}) {
  const model = useModel();
  const { taskId } = task;
  const follow = async () => {
    const answer = await model.platform.call('followTask', { server, taskId });
    if (!answer.ok) return say(model, answer.error.message, 'bad');
    say(model, 'Followed until it is over; each question is a row.');
    void showCall(model, answer.value.id);
    void refresh();
  };
  const showRow = (row: number) => {
    closeDialog(model);
    showPage(model, 'timeline');
    void showCall(model, row);
  };
  const words = visibleLine(taskId);
  return (
    <section className={styles.task} aria-label={`Task ${words}`}>
      <header className={styles.taskHead}>
        <Pill tone={tones[task.status] ?? 'mute'}>{visibleLine(task.status)}</Pill>
        <bdi className="mono">{words}</bdi>
      </header>
      {task.words && <p>{visibleLine(task.words)}</p>}
      <div className={styles.buttons}>
        {!task.isOver && <Button onClick={follow}>Follow</Button>}
        <Button look="quiet" disabled={question.busy} onClick={() => question.ask('tasks/get', { taskId })}>
          Ask how it is
        </Button>
        {task.isOver && (
          <Button look="quiet" disabled={question.busy} onClick={() => question.ask('tasks/result', { taskId })}>
            Fetch the result
          </Button>
        )}
        {!task.isOver && (
          <Button look="quiet" disabled={question.busy} onClick={() => question.ask('tasks/cancel', { taskId })}>
            Cancel it
          </Button>
        )}
        {task.row !== null && (
          <Button look="quiet" onClick={() => showRow(task.row!)}>
            Show its call
          </Button>
        )}
      </div>
    </section>
  );
}
