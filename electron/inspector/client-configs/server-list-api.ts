// The list of servers as people edit it: read from text and from other programs' settings, changed, doubled, written out.
// Starts nothing.

import { refused } from '../../../shared/api.ts';
import type { Ask } from '../answering.ts';

export class ServerListApi {
  readonly serverConfig: Ask<'serverConfig'> = async () => refused('refused', 'Not there yet.');
  readonly changeServer: Ask<'changeServer'> = async () => refused('refused', 'Not there yet.');
  readonly duplicateServer: Ask<'duplicateServer'> = async () => refused('refused', 'Not there yet.');
  readonly exportServers: Ask<'exportServers'> = async () => refused('refused', 'Not there yet.');
  readonly readServers: Ask<'readServers'> = async () => refused('refused', 'Not there yet.');
  readonly findServers: Ask<'findServers'> = async () => refused('refused', 'Not there yet.');
}
