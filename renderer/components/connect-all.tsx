// After a restart: connects all servers with one press. Shown while none is connected.

import { PlugZap } from 'lucide-react';
import { useState } from 'react';
import { awayServers, connectAll, useNoneConnected } from '../model/connect-servers.ts';
import { useConnection } from '../model/connection.ts';
import { useModel } from '../model/model.ts';
import { Button } from './button.tsx';

export function ConnectAll() {
  const model = useModel();
  const away = useConnection((state) => awayServers(state.servers).length);
  const isNeeded = useNoneConnected();
  const [busy, setBusy] = useState(false);
  if (!isNeeded && !busy) return null;
  const connect = async () => {
    setBusy(true);
    await connectAll(model);
    setBusy(false);
  };
  return (
    <Button look="primary" disabled={busy} onClick={connect}>
      <PlugZap size={14} aria-hidden="true" />
      {busy ? 'Connecting…' : away === 1 ? 'Connect' : `Connect all ${away}`}
    </Button>
  );
}
