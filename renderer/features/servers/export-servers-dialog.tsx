// Servers as an mcpServers file, to copy or save. The host omits secrets, and the dialog says so.

import { Copy, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CodeView } from '../../components/code-view.tsx';
import { Dialog, DialogFoot } from '../../components/dialog.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { serverById, useConnection } from '../../model/connection.ts';
import { closeDialog, useDialogs } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { copyExactly } from '../../model/notices.ts';
import { saveFile } from '../../model/save-file.ts';
import styles from './add-server-dialog.module.css';

export function ExportServersDialog() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'export-servers');
  return (
    <Dialog
      open={open}
      onClose={() => closeDialog(model)}
      title="Export servers"
      about="As mcpServers JSON, which most MCP clients read. Secret values are left out."
      width={680}
    >
      {open && <ExportServers />}
    </Dialog>
  );
}

function ExportServers() {
  const model = useModel();
  const server = useDialogs((state) => state.server);
  const servers = useConnection((state) => state.servers);
  const view = server === null ? undefined : serverById(servers, server);
  const [which, setWhich] = useState<'one' | 'all'>(view ? 'one' : 'all');
  const [text, setText] = useState('');
  const [leftOut, setLeftOut] = useState<string[]>([]);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let wanted = true;
    void model.platform
      .call('exportServers', which === 'one' && server !== null ? { servers: [server] } : {})
      .then((answer) => {
        if (!wanted) return;
        setText(answer.ok ? answer.value.text : '');
        setLeftOut(answer.ok ? answer.value.leftOut : []);
        setProblem(answer.ok ? '' : answer.error.message);
      });
    return () => {
      wanted = false;
    };
  }, [model, server, which]);
  return (
    <>
      <div className={styles.body}>
        {view && servers.length > 1 && (
          <div>
            <Segmented
              label="Which servers"
              value={which}
              onChange={setWhich}
              segments={[
                { value: 'one', label: 'Only this one' },
                { value: 'all', label: `All ${servers.length}` },
              ]}
            />
          </div>
        )}
        {problem ? (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        ) : (
          <div className={styles.code}>
            <CodeView text={text} laidOut={false} find="" label="mcpServers JSON" />
          </div>
        )}
        {leftOut.length > 0 && (
          <p>
            Left out: <bdi>{leftOut.join(', ')}</bdi>. Misfire starts {leftOut.length === 1 ? 'it' : 'them'} and then
            asks for the address; other programs cannot.
          </p>
        )}
      </div>
      <DialogFoot>
        <Button onClick={() => closeDialog(model)}>Close</Button>
        <Button
          disabled={text === ''}
          onClick={() => saveFile(model, { name: 'mcp-servers.json', type: 'application/json', content: text })}
        >
          <Download size={14} aria-hidden="true" /> Save as a file
        </Button>
        <Button look="primary" disabled={text === ''} onClick={() => copyExactly(model, text, 'mcpServers JSON')}>
          <Copy size={14} aria-hidden="true" /> Copy
        </Button>
      </DialogFoot>
    </>
  );
}
