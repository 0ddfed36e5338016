// Actions for one server. Removing asks for confirmation in place: the menu item changes its label.

import {
  Copy,
  FolderTree,
  KeyRound,
  Languages,
  LogOut,
  MoreHorizontal,
  PencilLine,
  Plug,
  Radar,
  RotateCcw,
  RotateCw,
  Send,
  Share,
  Stethoscope,
  Trash2,
  Unplug,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import type { ServerView } from '../../../shared/api/views.ts';
import menu from '../../components/menu.module.css';
import { openCall, openDialects, openFor } from '../../model/dialogs.ts';
import { serverTerm } from '../../model/filter.ts';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { openChecks } from '../../model/open-checks.ts';
import { planBulk } from '../../model/replay-actions.ts';
import { visibleName } from '../../text/visible-text.ts';
import { canSignIn, signIn, signOut } from '../sign-in/sign-in-actions.ts';
import styles from './server-list.module.css';

type Action = 'connect' | 'disconnect' | 'restart' | 'removeServer';

/** `look`: the style of the button that opens it, if it is not the list's. */
export function ServerMenu({ server, look }: { server: ServerView; look?: string | undefined }) {
  const model = useModel();
  // Measured here when the menu opens: measuring later would close it.
  const [open, setOpen] = useState(false);
  const [sure, setSure] = useState(false);
  const run = async (action: Action) => {
    const answer = await model.platform.call(action, { server: server.id });
    if (!answer.ok) say(model, answer.error.message, 'bad');
  };
  const duplicate = async () => {
    const answer = await model.platform.call('duplicateServer', { server: server.id });
    if (answer.ok) openFor(model, 'edit', answer.value.server);
    else say(model, answer.error.message, 'bad');
  };
  const detect = async () => {
    say(model, `Asking ${visibleName(server.name)} which era it speaks…`);
    const answer = await model.platform.call('detectEra', { server: server.id });
    say(model, answer.ok ? answer.value.words : answer.error.message, answer.ok ? 'plain' : 'bad');
  };
  const up = server.state === 'connected' || server.state === 'connecting';
  const isOwn = server.watched === null;
  return (
    <DropdownMenu.Root
      modal={false}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setSure(false);
      }}
    >
      <DropdownMenu.Trigger className={look ?? styles.more} aria-label={`Actions for ${visibleName(server.name)}`}>
        <MoreHorizontal size={15} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.getElementById('servers')}>
        <DropdownMenu.Content className={menu.menu} align="start" sideOffset={4} collisionPadding={8}>
          <DropdownMenu.Item
            className={menu.item}
            disabled={server.state !== 'connected' || !isOwn}
            onSelect={() => openCall(model, server.id)}
          >
            <Send size={14} aria-hidden="true" /> Call a tool…
          </DropdownMenu.Item>
          <DropdownMenu.Item
            className={menu.item}
            disabled={server.state !== 'connected' || !isOwn}
            onSelect={() => openCall(model, server.id, 'resources')}
          >
            <FolderTree size={14} aria-hidden="true" /> Browse what it offers…
          </DropdownMenu.Item>
          <DropdownMenu.Item
            className={menu.item}
            disabled={server.counts.failedRows === 0}
            onSelect={() => planBulk(model, serverTerm(server.name), server.name)}
          >
            <RotateCcw size={14} aria-hidden="true" /> Replay all failures…
          </DropdownMenu.Item>
          <DropdownMenu.Item className={menu.item} onSelect={() => openDialects(model, server.id)}>
            <Languages size={14} aria-hidden="true" /> Dialect…
          </DropdownMenu.Item>
          {server.signIn.state === 'signed_in' ? (
            <DropdownMenu.Item className={menu.item} onSelect={() => signOut(model, server)}>
              <LogOut size={14} aria-hidden="true" /> Sign out
            </DropdownMenu.Item>
          ) : (
            canSignIn(server) && (
              <DropdownMenu.Item className={menu.item} onSelect={() => signIn(model, server.id)}>
                <KeyRound size={14} aria-hidden="true" /> Sign in
              </DropdownMenu.Item>
            )
          )}
          <DropdownMenu.Separator className={menu.line} />
          {!isOwn ? null : up ? (
            <DropdownMenu.Item className={menu.item} onSelect={() => run('disconnect')}>
              <Unplug size={14} aria-hidden="true" /> Disconnect
            </DropdownMenu.Item>
          ) : (
            <DropdownMenu.Item
              className={menu.item}
              disabled={server.state === 'closing'}
              onSelect={() => run('connect')}
            >
              <Plug size={14} aria-hidden="true" /> Connect
            </DropdownMenu.Item>
          )}
          {isOwn && (
            <DropdownMenu.Item className={menu.item} onSelect={() => run('restart')}>
              <RotateCw size={14} aria-hidden="true" /> Restart
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Item className={menu.item} onSelect={() => void openChecks(model, server)}>
            <Stethoscope size={14} aria-hidden="true" /> Check the connection…
          </DropdownMenu.Item>
          <DropdownMenu.Item className={menu.item} onSelect={detect}>
            <Radar size={14} aria-hidden="true" /> Detect its protocol
          </DropdownMenu.Item>
          <DropdownMenu.Separator className={menu.line} />
          <DropdownMenu.Item className={menu.item} onSelect={() => openFor(model, 'edit', server.id)}>
            <PencilLine size={14} aria-hidden="true" /> Edit…
          </DropdownMenu.Item>
          <DropdownMenu.Item className={menu.item} onSelect={duplicate}>
            <Copy size={14} aria-hidden="true" /> Duplicate…
          </DropdownMenu.Item>
          <DropdownMenu.Item className={menu.item} onSelect={() => openFor(model, 'export-servers', server.id)}>
            <Share size={14} aria-hidden="true" /> Export…
          </DropdownMenu.Item>
          <DropdownMenu.Separator className={menu.line} />
          <DropdownMenu.Item
            className={`${menu.item} ${menu.danger}`}
            onSelect={(event) => {
              if (sure) return void run('removeServer');
              event.preventDefault();
              setSure(true);
            }}
          >
            <Trash2 size={14} aria-hidden="true" /> {sure ? 'Yes, remove it; its log stays' : 'Remove…'}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
