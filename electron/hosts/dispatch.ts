// The one way a message from any window reaches the inspector, and batches reach the window.
// Owns: which methods exist, checking of inputs, and that every answer is an `Answer` value without internals in it.
// Carriers (WebSocket, IPC) only provide a `Port`; who may open one is for them to decide.

import { type BirpcReturn, createBirpc } from 'birpc';
import { z } from 'zod';
import { type Answer, type Method, methodNames, methods, refused, type WindowApi } from '../../shared/contract/api.ts';
import { parseJson } from '../../shared/json/json.ts';
import type { InspectorHandle } from '../inspector/inspector-handle.ts';
import { createBatchFeed } from './batch-feed.ts';
import type { Port } from './port.ts';
import { createWindowWork, type WindowWork } from './window-work.ts';

/** Requests a window may have open at once. A window of ours has a handful. */
const openRequestLimit = 500;

/** birpc's own envelope, checked here because birpc trusts its peer. */
const envelopeSchema = z.union([
  z.object({ t: z.literal('q'), i: z.string().max(100).optional(), m: z.string().max(100), a: z.array(z.unknown()) }),
  z.object({ t: z.literal('s'), i: z.string().max(100) }),
]);

type Handler = (input?: unknown) => Promise<Answer<unknown>>;
type Window = BirpcReturn<WindowApi, Record<never, never>, false>;

/** Connects a window to the inspector until the port closes. Bugs are given to `report`, never to the window. */
export function serveWindow(
  inspector: InspectorHandle,
  port: Port,
  report: (problem: unknown) => void = () => undefined,
): void {
  const work = createWindowWork(inspector.api);
  const handlers = createHandlers(inspector, work, report);
  const window: Window = createBirpc<WindowApi, Record<never, never>, false>(
    {},
    {
      proxify: false,
      // A frozen tab may take a batch in hours later; the end of the port is what ends the wait.
      timeout: -1,
      post: (text: string) => port.post(text),
      on: (listener) => port.onMessage(listener),
      deserialize: readEnvelope,
      serialize: writeEnvelope,
      // Looked up in our own map only: names such as `constructor` are inherited by every object.
      resolver: (name) => handlers.get(name as Method) ?? unknownMethod(name),
      // A text that is no envelope was not written by our page. There is nothing to answer, and nothing to end for it.
      onGeneralError: () => true,
    },
  );
  const feed = createBatchFeed((batch) => window.$call('batch', batch));
  const endBatches = inspector.onBatch((batch) => feed.push(batch));
  port.onClose(() => {
    endBatches();
    window.$close();
    work.end().catch(report);
  });
}

function createHandlers(
  inspector: InspectorHandle,
  work: WindowWork,
  report: (problem: unknown) => void,
): Map<Method, Handler> {
  let open = 0;
  const limited =
    (handler: Handler): Handler =>
    async (input) => {
      if (open >= openRequestLimit) return refused('refused', 'Too many requests are open. Wait for some to finish.');
      open += 1;
      try {
        return await handler(input);
      } catch (problem) {
        report(problem);
        return refused('internal', 'Misfire has a bug: this request failed. The recording is safe. Try again.');
      } finally {
        open -= 1;
      }
    };
  return new Map(
    methodNames.map((method) => [method, limited((input) => callChecked(inspector, work, method, input))]),
  );
}

async function callChecked(
  inspector: InspectorHandle,
  work: WindowWork,
  method: Method,
  input: unknown,
): Promise<Answer<unknown>> {
  const checked = methods[method].input.safeParse(input ?? {});
  if (!checked.success) return refused('bad_input', describeIssues(method, checked.error));
  // Its schema made the value, so it fits the method; the compiler cannot follow that through the union.
  const call = inspector.api[method] as (input: unknown) => Promise<Answer<unknown>>;
  const answer = await call.call(inspector.api, checked.data);
  work.note(checked.data, answer);
  return answer;
}

function describeIssues(method: Method, error: z.ZodError): string {
  const issue = error.issues[0];
  const field = issue?.path.map(String).join('.');
  const told = (issue?.message ?? 'it does not fit').replace(/\.$/, '');
  return field
    ? `${method}: the field "${field}" is not right: ${told}.`
    : `${method}: the input is not right: ${told}.`;
}

function unknownMethod(name: string): Handler {
  return async () => refused('refused', `There is no method "${name}".`);
}

function readEnvelope(text: unknown): unknown {
  const parsed = parseJson(typeof text === 'string' ? text : '');
  if (!parsed.ok || !envelopeSchema.safeParse(parsed.value).success) throw new Error('Not a message of a window.');
  return parsed.value;
}

/** An answer can hold values of a server that are nested too deeply to be written; its bytes can still be read by `body`. */
function writeEnvelope(message: { t: string; i?: string; r?: unknown }): string {
  try {
    return JSON.stringify(message);
  } catch (problem) {
    if (message.t !== 's') throw problem;
    const r = refused('internal', 'This is nested too deeply to be shown as values. Its raw text can still be read.');
    return JSON.stringify({ t: message.t, i: message.i, r });
  }
}
