// Entries of the palette for each server.

import { hasTerm } from '../../../shared/filter/terms.ts';
import { connectionOf } from '../../model/connection.ts';
import { openCall, openDialects } from '../../model/dialogs.ts';
import { openFilter, serverTerm, toggleServer, wantedFilter } from '../../model/filter.ts';
import type { Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { showPage } from '../../model/open-place.ts';
import { planBulk } from '../../model/replay-actions.ts';
import { timelineOf } from '../../model/timeline.ts';
import type { PaletteItem } from '../../model/window-feature.ts';
import { countInWords } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';

export function serverItems(model: Model): PaletteItem[] {
  const { servers, status } = connectionOf(model).getState();
  return servers.flatMap((server) => {
    const name = visibleLine(server.name);
    const { filter } = timelineOf(model).getState();
    const shown = hasTerm(filter, serverTerm(server.name));
    const up = server.state === 'connected' || server.state === 'connecting';
    const gone = status !== 'connected' ? 'Misfire is reconnecting to its host' : '';
    const item = (what: string, label: string, run: () => unknown, why = '', onlyFound = true): PaletteItem => ({
      id: `${what} ${server.id}`,
      section: 'Servers',
      label,
      about: what === 'show' ? countInWords(server.counts.failedCalls, 'failed call') : '',
      keys: [],
      why: gone || why,
      onlyFound,
      run,
    });
    const ask = async (method: 'connect' | 'disconnect' | 'restart') => {
      const answer = await model.platform.call(method, { server: server.id });
      if (!answer.ok) say(model, answer.error.message, 'bad');
    };
    const show = () => {
      showPage(model, 'timeline');
      return openFilter(model, toggleServer(wantedFilter(model), server.name));
    };
    return [
      item('show', shown ? `Show all servers again, not only ${name}` : `Show only ${name}`, show),
      item(
        'call',
        `Call a tool on ${name}…`,
        () => openCall(model, server.id),
        server.state === 'connected' ? '' : 'It is not connected',
      ),
      up
        ? item('disconnect', `Disconnect ${name}`, () => ask('disconnect'))
        : item('connect', `Connect ${name}`, () => ask('connect'), server.state === 'closing' ? 'It is closing' : ''),
      item('restart', `Restart ${name}`, () => ask('restart')),
      item(
        'bulk',
        `Replay all failures of ${name}…`,
        () => planBulk(model, serverTerm(server.name), server.name),
        server.counts.failedRows === 0 ? 'It has no failures' : '',
      ),
      item('dialect', `Dialect of ${name}…`, () => openDialects(model, server.id)),
    ];
  });
}
