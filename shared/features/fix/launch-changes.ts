// What a fix changed in the settings of a server: by name, for saving it.

import type { LaunchWords } from '../../server/launch-words.ts';
import type { FixView } from './fix-view.ts';

export interface LaunchChanges {
  variables: string[];
  words: LaunchWords;
}

const variablePlace = '/env/';

export function launchChanges({ attempts }: Pick<FixView, 'attempts'>): LaunchChanges {
  const changes = attempts.flatMap((attempt) => (attempt.isStart ? attempt.changes : []));
  const isVariable = ({ path }: { path: string }) => path.startsWith(variablePlace);
  return {
    variables: [...new Set(changes.filter(isVariable).map(({ path }) => path.slice(variablePlace.length)))],
    words: Object.fromEntries(changes.flatMap((one) => (isVariable(one) ? [] : [[one.path, String(one.after)]]))),
  };
}
