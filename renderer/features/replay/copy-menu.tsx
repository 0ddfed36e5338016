// "Copy as…": the call as code in five languages. Choosing one shows it first; copying is the next click.

import { ChevronDown, Copy } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useEffect, useState } from 'react';
import type { SnippetKind } from '../../../shared/retry/replay.ts';
import button from '../../components/button.module.css';
import { Button } from '../../components/button.tsx';
import { CodeView } from '../../components/code-view.tsx';
import { Dialog } from '../../components/dialog.tsx';
import menu from '../../components/menu.module.css';
import { Segmented } from '../../components/segmented.tsx';
import { openSnippet, snippetOf, useSnippet } from '../../model/copy-snippet.ts';
import { closeDialog, useDialogs } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { copyText } from '../../model/notices.ts';
import styles from './dialogs.module.css';

const labels: Record<SnippetKind, string> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
  misfire: 'misfire call',
  vitest: 'vitest test',
};
const kinds = Object.keys(labels) as SnippetKind[];

export function CopyMenu({ row }: { row: number }) {
  const model = useModel();
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className={button.button}>
        Copy as… <ChevronDown size={13} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={menu.menu} align="end" sideOffset={4} collisionPadding={8}>
          {kinds.map((kind) => (
            <DropdownMenu.Item key={kind} className={menu.item} onSelect={() => openSnippet(model, row, kind)}>
              {labels[kind]}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function SnippetDialog() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'snippet');
  return (
    <Dialog
      open={open}
      onClose={() => closeDialog(model)}
      title="Copy the call"
      about="Secrets are replaced by variables that you set yourself."
      width={760}
    >
      {open && <Snippet />}
    </Dialog>
  );
}

function Snippet() {
  const model = useModel();
  const { row, kind } = useSnippet();
  const [state, setState] = useState<{ text: string; problem: string }>({ text: '', problem: '' });
  useEffect(() => {
    let wanted = true;
    setState({ text: '', problem: '' });
    void model.platform.call('snippet', { row, kind }).then((answer) => {
      if (wanted)
        setState(answer.ok ? { text: answer.value.text, problem: '' } : { text: '', problem: answer.error.message });
    });
    return () => {
      wanted = false;
    };
  }, [model, row, kind]);
  return (
    <>
      <div className={styles.body}>
        <div>
          <Segmented
            label="As what"
            value={kind}
            onChange={(next) => snippetOf(model).setState({ kind: next })}
            segments={kinds.map((value) => ({ value, label: labels[value] }))}
          />
        </div>
        {state.problem ? (
          <p className={styles.problem} role="alert">
            {state.problem}
          </p>
        ) : (
          <CodeView text={state.text} laidOut={false} find="" label={`The call as ${labels[kind]}`} />
        )}
      </div>
      <div className={styles.foot}>
        <Button onClick={() => closeDialog(model)}>Close</Button>
        <Button look="primary" disabled={state.text === ''} onClick={() => copyText(model, state.text, labels[kind])}>
          <Copy size={14} aria-hidden="true" /> Copy
        </Button>
      </div>
    </>
  );
}
