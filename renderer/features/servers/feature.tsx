// The servers at the side, and the dialogs that add, change and export them.

import { useConnection } from '../../model/connection.ts';
import { openAdd } from '../../model/dialogs.ts';
import type { WindowFeature } from '../../model/window-feature.ts';
import { AddServerDialog } from './add-server-dialog.tsx';
import { EditServerDialog } from './edit-server-dialog.tsx';
import { ExportServersDialog } from './export-servers-dialog.tsx';
import { serverItems } from './palette.ts';
import { PastServers } from './past-server-list.tsx';
import { ServerList } from './server-list.tsx';

export const servers: WindowFeature = {
  name: 'servers',
  commands: {
    'add-server': { run: (model) => openAdd(model) },
    'import-servers': { run: (model) => openAdd(model, 'import') },
  },
  Side: Servers,
  overlays: [AddServerDialog, EditServerDialog, ExportServersDialog],
  palette: serverItems,
  waitTexts: {
    addServer: 'Adding the server',
    removeServer: 'Removing the server',
    serverConfig: 'Reading the settings',
    changeServer: 'Saving the server',
    duplicateServer: 'Copying the server',
    exportServers: 'Writing the servers',
    readServers: 'Reading the text',
    findServers: 'Looking for servers on this machine',
  },
};

/** Those of an opened recording cannot be connected. */
function Servers({ isRail }: { isRail: boolean }) {
  const isLive = useConnection((state) => state.recording?.isLive ?? true);
  return isLive ? <ServerList isRail={isRail} /> : <PastServers isRail={isRail} />;
}
