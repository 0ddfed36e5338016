// The entry of the palette for the section *Protocol*: of the server of the selected row, else of the one that connected last.

import { handshakes } from '../../../shared/ending/handshake.ts';
import { selectedRow } from '../../model/detail.ts';
import { lastRows } from '../../model/last-rows.ts';
import type { Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { showSection } from '../../model/show-section.ts';
import type { PaletteItem } from '../../model/window-feature.ts';

const anyHandshake = handshakes.map((method) => `method:${method}`).join(' OR ');
/** Enough to hold the handshakes of all servers of a session. */
const mostHandshakes = 200;

export const protocolItems = (model: Model): PaletteItem[] => [
  {
    id: 'protocol',
    section: 'Servers',
    label: 'Open the rules that a server broke',
    about: '',
    also: 'protocol specification',
    keys: [],
    why: '',
    onlyFound: true,
    run: () => openProtocol(model),
  },
];

async function openProtocol(model: Model): Promise<void> {
  const server = selectedRow(model)?.server;
  const rows = await lastRows(model, anyHandshake, mostHandshakes);
  const row = rows.findLast((one) => one.server === server) ?? rows.at(-1);
  if (row === undefined) return say(model, 'No server has connected yet.', 'bad');
  await showSection(model, row.id, 'protocol');
}
