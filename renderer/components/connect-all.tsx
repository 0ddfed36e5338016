// Connects all disconnected servers with one press; shown if there is more than one.

import { PlugZap } from 'lucide-react';
import { useState } from 'react';
import { awayServers, connectAll } from '../model/connect-servers.ts';
import { useConnection } from '../model/connection.ts';
import { useModel } from '../model/model.ts';

export function ConnectAll({ className = '' }: { className?: string }) {
  const model = useModel();
  const away = useConnection((state) => (state.recording?.isLive === false ? 0 : awayServers(state.servers).length));
  const [busy, setBusy] = useState(false);
  if (away < 2 && !busy) return null;
  const connect = async () => {
    setBusy(true);
    await connectAll(model);
    setBusy(false);
  };
  return (
    <button
      type="button"
      className={className}
      disabled={busy}
      // Without text: the list's header has no space next to its count.
      aria-label={busy ? 'Connecting…' : 'Connect all'}
      title={`Connect all: ${away} servers are not connected`}
      onClick={connect}
    >
      <PlugZap size={14} aria-hidden="true" />
    </button>
  );
}
