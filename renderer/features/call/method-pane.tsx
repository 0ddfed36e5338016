// Any method with any params, known to the server or not.

import { useState } from 'react';
import { JsonEditor } from '../../arguments/json-editor.tsx';
import { TextField } from '../../components/field.tsx';
import styles from './call-dialog.module.css';
import { SentResult } from './last-result.tsx';
import list from './offers/item-list.module.css';
import { SendFoot, useSending } from './send-foot.tsx';

const commonMethods = [
  'ping',
  'tools/list',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'tasks/list',
  'tasks/get',
  'tasks/result',
  'tasks/cancel',
  'server/discover',
];

export function MethodPane({ server }: { server: string }) {
  const [method, setMethod] = useState('');
  const [text, setText] = useState('');
  const [seed] = useState({ text: '' });
  const sending = useSending(server);
  const send = () => sending.send({ kind: 'method', tool: '', method, text });
  return (
    <>
      <div className={`${list.pane} ${styles.pane}`}>
        <div className={list.choose}>
          <TextField
            label="Method"
            className="mono"
            list="methods"
            value={method}
            onChange={(event) => setMethod(event.target.value)}
            placeholder="resources/list"
          />
          <datalist id="methods">
            {commonMethods.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <p className={styles.empty}>You can send any method, even one the server does not know.</p>
        </div>
        <div className={styles.compose}>
          <div className={styles.label}>
            Params <span>JSON, sent unchanged; empty for none</span>
          </div>
          <JsonEditor label="Params, JSON" start={seed} schema={null} onChange={setText} onSend={send} />
        </div>
        <SentResult sent={sending.sent} />
      </div>
      <SendFoot sending={sending} server={server} onSend={send} />
    </>
  );
}
