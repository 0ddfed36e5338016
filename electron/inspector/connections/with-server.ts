// How API methods about one server find it.

import { type Answer, type Checked, type Method, type Results, refused } from '../../../shared/contract/api.ts';
import type { Connection, Connections } from './connections.ts';

/** Finds the server of an API method, or reports that it does not exist. */
export function withServer<M extends Method>(
  connections: () => Connections,
  act: (connection: Connection, input: Checked<M>) => Promise<Answer<Results[M]>>,
): (input: Checked<M> & { server: string }) => Promise<Answer<Results[M]>> {
  return async (input) => {
    const connection = connections().get(input.server);
    return connection
      ? act(connection, input)
      : refused('not_found', `There is no server "${input.server}" in the list.`);
  };
}
