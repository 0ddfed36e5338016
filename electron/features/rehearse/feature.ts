import type { KnownDialects } from '../../../shared/features/rehearse/active.ts';
import { answerDialects } from '../../../shared/features/rehearse/answer-pairs.ts';
import type { rehearseMethods } from '../../../shared/features/rehearse/methods.ts';
import type { Core } from '../../inspector/core.ts';
import type { OpenFeature } from '../../inspector/feature.ts';
import { OwnPlans } from './own-plans.ts';
import { PastSessions } from './past-sessions.ts';
import { RehearsalService } from './rehearsal-service.ts';

export function open(core: Core): OpenFeature<typeof rehearseMethods> {
  const { recordings, folder } = core;
  const rehearsal = new RehearsalService({
    dataDir: folder,
    log: () => recordings.live,
    dialects: () => watchedDialects(core),
    follows: core.options.follow === true,
    onChange: core.changed,
  });
  return {
    answers: {
      ...rehearsal,
      ...new OwnPlans(folder),
      ...new PastSessions(() => recordings.current),
    },
    takeChanged: () => ({ rehearsal: rehearsal.takeChanged() }),
    close: () => rehearsal.close(),
  };
}

/** The dialects of watched servers that rehearsed answers can use. */
function watchedDialects({ connections, dialects }: Core): KnownDialects {
  const known = connections.list().flatMap(({ id, config }) => {
    const dialect = answerDialects.find((one) => one === dialects.dialectOf(id)?.id);
    return config.watched && dialect ? [[config.watched.server, dialect] as const] : [];
  });
  return Object.fromEntries(known);
}
