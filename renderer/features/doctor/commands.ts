// The command that checks the server of the selected row for clients.

import type { ServerView } from '../../../shared/api/views.ts';
import { connectionOf, serverById } from '../../model/connection.ts';
import { selectedRow } from '../../model/detail.ts';
import type { Model } from '../../model/model.ts';
import type { CommandRuns } from '../../model/window-feature.ts';
import { openClientChecks } from './client-checks.ts';

export const doctorRuns: CommandRuns = {
  'check-clients': {
    run: (model) => {
      const server = selectedServer(model);
      return server && openClientChecks(model, server);
    },
    why: (model) => (selectedServer(model) === undefined ? 'Select a row of a server that Misfire can start' : ''),
    needs: 'rows',
  },
};

function selectedServer(model: Model): ServerView | undefined {
  const { servers, recording } = connectionOf(model).getState();
  const server = serverById(servers, selectedRow(model)?.server ?? '');
  return recording?.isLive !== false && server?.watched === null ? server : undefined;
}
