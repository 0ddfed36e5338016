// Restarts a server that exited, and sends its last calls again.

import type { ServerView } from '../../shared/api/views.ts';
import { connectionOf, serverById } from '../model/connection.ts';
import { openDialog } from '../model/dialogs.ts';
import { serverTerm } from '../model/filter.ts';
import { lastRows } from '../model/last-rows.ts';
import type { Model } from '../model/model.ts';
import { say } from '../model/notices.ts';
import { planBulk } from '../model/replay-actions.ts';
import { replaysOf } from '../model/replays.ts';
import { startJob } from '../model/work.ts';

const callsTriedAgain = 3;

export async function restartAndReplay(model: Model, server: ServerView): Promise<void> {
  const rows = await lastRows(model, `${serverTerm(server.name)} method:tools/call`, callsTriedAgain);
  const answer = await model.platform.call('restart', { server: server.id });
  if (!answer.ok) return say(model, answer.error.message, 'bad');
  const problem = await untilConnected(model, server.id);
  if (problem !== '') return say(model, problem, 'bad');
  const calls = rows.filter((row) => row.direction === 'out').map((row) => row.id);
  if (calls.length === 0) return say(model, `${server.name} is back. It had no calls to replay.`);
  const started = await model.platform.call('startBulk', { rows: calls, confirm: [] });
  if (!started.ok) {
    // One of them needs a confirmation: the list asks.
    say(model, `${server.name} is back. ${started.error.message}`, 'bad');
    return planBulk(model, serverTerm(server.name), server.name);
  }
  replaysOf(model).setState({ bulk: { kind: 'running', id: started.value.bulk } });
  openDialog(model, 'bulk');
}

/** '' once it is connected, otherwise the reason. */
function untilConnected(model: Model, id: string): Promise<string> {
  return new Promise((resolve) => {
    let begun = false;
    const end = (problem: string) => {
      job.done();
      unsubscribe();
      resolve(problem);
    };
    const look = () => {
      const server = serverById(connectionOf(model).getState().servers, id);
      if (!server) return end('The server was removed in the meantime.');
      if (server.state === 'connected') return end('');
      begun ||= server.state === 'connecting';
      if (begun && (server.state === 'failed' || server.state === 'exited' || server.state === 'idle'))
        end(server.reason || `${server.name} did not come back.`);
    };
    const unsubscribe = connectionOf(model).subscribe(look);
    const job = startJob(model, 'Waiting for the server to come back', () => {
      void model.platform.call('disconnect', { server: id });
      end('Stopped waiting for the server.');
    });
    look();
  });
}
