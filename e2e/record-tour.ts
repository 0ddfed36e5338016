// Plays the tour of the samples without a window, and ends with its last answer. Stories about recorded rows get a copy of the folder.

import { openInspector } from '../electron/app/open-inspector.ts';
import type { InspectorHandle } from '../electron/inspector/inspector-handle.ts';
import { appVersion } from '../electron/inspector/paths/app-paths.ts';
import { samples } from '../electron/samples/catalogue.ts';
import type { Answer } from '../shared/contract/api.ts';

const steps = samples.filter(({ inTour }) => inTour).flatMap(({ tour }) => [...tour]);
const methods = new Set<string | null>(steps.map(({ method }) => method));

export async function recordTour(dataDir: string): Promise<void> {
  const abilities = { openExternal: false, secureStorage: false };
  const inspector = await openInspector({ dataDir, version: appVersion(), abilities });
  const changes = inspectorChanges(inspector);
  value(await inspector.api.trySamples({}));
  while (!(await isOver(inspector))) await changes.next();
  await inspector.close();
}

/** Each `next` resolves once the inspector reported something since the previous one. */
function inspectorChanges({ onBatch }: InspectorHandle): { next(): Promise<void> } {
  let happened = Promise.withResolvers<void>();
  onBatch(() => happened.resolve());
  return {
    async next() {
      await happened.promise;
      happened = Promise.withResolvers<void>();
    },
  };
}

async function isOver({ api }: InspectorHandle): Promise<boolean> {
  const { counters } = value(await api.snapshot({}));
  const { rows } = value(await api.rows({ view: '', from: 0, count: 500 }));
  const answered = rows.filter(({ actor, method, pending }) => actor === 'tour' && methods.has(method) && !pending);
  return counters.pending === 0 && answered.length === steps.length;
}

function value<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}
