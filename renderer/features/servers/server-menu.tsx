// Actions for one server. Removing asks for confirmation in place: the menu item changes its label.

import {
  AppWindow,
  Copy,
  Filter,
  FolderTree,
  KeyRound,
  Languages,
  LogOut,
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
import { ContextMenu } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import type { ServerView } from '../../../shared/api/views.ts';
import menu from '../../components/menu.module.css';
import { openCall, openDialects, openFor } from '../../model/dialogs.ts';
import { serverTerm } from '../../model/filter.ts';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { planBulk } from '../../model/replay-actions.ts';
import { canSignIn, signIn, signOut } from '../../model/sign-in.ts';
import { shownName } from '../../text/visible-text.ts';
import { openClientChecks } from '../doctor/client-checks.ts';
import { openChecks } from '../doctor/open-checks.ts';
import { reconnectAndReplay } from './reconnect-server.ts';
import { filterTo } from './server-actions.ts';

type Action = 'connect' | 'disconnect' | 'restart' | 'removeServer';

/** What the entry of a server does not do itself: on a right click, or with the arrow to the right. */
export function ServerMenu({ server, children }: { server: ServerView; children: ReactNode }) {
  const model = useModel();
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
    say(model, `Asking ${name} which era it speaks…`);
    const answer = await model.platform.call('detectEra', { server: server.id });
    say(model, answer.ok ? answer.value.words : answer.error.message, answer.ok ? 'plain' : 'bad');
  };
  const up = server.state === 'connected' || server.state === 'connecting';
  const isOwn = server.watched === null;
  const name = shownName(server.name);
  // Over HTTP nothing exits: the server ended the session, and a new one can continue.
  const sessionEnded = server.state === 'exited' && server.transport !== 'stdio';
  return (
    <ContextMenu.Root modal={false} onOpenChange={() => setSure(false)}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className={menu.menu} aria-label={`Actions for ${name}`} collisionPadding={8}>
          <ContextMenu.Item className={menu.item} onSelect={() => filterTo(model, server.name)}>
            <Filter size={14} aria-hidden="true" /> Only its rows
          </ContextMenu.Item>
          <ContextMenu.Item
            className={menu.item}
            disabled={server.state !== 'connected' || !isOwn}
            onSelect={() => openCall(model, server.id)}
          >
            <Send size={14} aria-hidden="true" /> Call a tool…
          </ContextMenu.Item>
          <ContextMenu.Item
            className={menu.item}
            disabled={server.state !== 'connected' || !isOwn}
            onSelect={() => openCall(model, server.id, 'resources')}
          >
            <FolderTree size={14} aria-hidden="true" /> Browse what it offers…
          </ContextMenu.Item>
          <ContextMenu.Item
            className={menu.item}
            disabled={server.counts.failedRows === 0}
            onSelect={() => planBulk(model, serverTerm(server.name), server.name)}
          >
            <RotateCcw size={14} aria-hidden="true" /> Replay all failures…
          </ContextMenu.Item>
          <ContextMenu.Item className={menu.item} onSelect={() => openDialects(model, server.id)}>
            <Languages size={14} aria-hidden="true" /> Dialect…
          </ContextMenu.Item>
          {server.signIn.state === 'signed_in' ? (
            <ContextMenu.Item className={menu.item} onSelect={() => signOut(model, server)}>
              <LogOut size={14} aria-hidden="true" /> Sign out
            </ContextMenu.Item>
          ) : (
            canSignIn(server) && (
              <ContextMenu.Item className={menu.item} onSelect={() => signIn(model, server.id)}>
                <KeyRound size={14} aria-hidden="true" /> Sign in
              </ContextMenu.Item>
            )
          )}
          <ContextMenu.Separator className={menu.line} />
          {!isOwn ? null : up ? (
            <ContextMenu.Item className={menu.item} onSelect={() => run('disconnect')}>
              <Unplug size={14} aria-hidden="true" /> Disconnect
            </ContextMenu.Item>
          ) : (
            <ContextMenu.Item
              className={menu.item}
              disabled={server.state === 'closing'}
              onSelect={() => run('connect')}
            >
              <Plug size={14} aria-hidden="true" /> Connect
            </ContextMenu.Item>
          )}
          {isOwn && (
            <ContextMenu.Item className={menu.item} onSelect={() => run('restart')}>
              <RotateCw size={14} aria-hidden="true" /> Restart
            </ContextMenu.Item>
          )}
          {isOwn && sessionEnded && (
            <ContextMenu.Item className={menu.item} onSelect={() => void reconnectAndReplay(model, server)}>
              <RotateCcw size={14} aria-hidden="true" /> Reconnect and replay
            </ContextMenu.Item>
          )}
          <ContextMenu.Item className={menu.item} onSelect={() => void openChecks(model, server)}>
            <Stethoscope size={14} aria-hidden="true" /> Check the connection…
          </ContextMenu.Item>
          {isOwn && (
            <ContextMenu.Item className={menu.item} onSelect={() => void openClientChecks(model, server)}>
              <AppWindow size={14} aria-hidden="true" /> Check for clients
            </ContextMenu.Item>
          )}
          <ContextMenu.Item className={menu.item} onSelect={detect}>
            <Radar size={14} aria-hidden="true" /> Detect its protocol
          </ContextMenu.Item>
          <ContextMenu.Separator className={menu.line} />
          <ContextMenu.Item className={menu.item} onSelect={() => openFor(model, 'edit', server.id)}>
            <PencilLine size={14} aria-hidden="true" /> Edit…
          </ContextMenu.Item>
          <ContextMenu.Item className={menu.item} onSelect={duplicate}>
            <Copy size={14} aria-hidden="true" /> Duplicate…
          </ContextMenu.Item>
          <ContextMenu.Item className={menu.item} onSelect={() => openFor(model, 'export-servers', server.id)}>
            <Share size={14} aria-hidden="true" /> Export…
          </ContextMenu.Item>
          <ContextMenu.Separator className={menu.line} />
          <ContextMenu.Item
            className={`${menu.item} ${menu.danger}`}
            onSelect={(event) => {
              if (sure) return void run('removeServer');
              event.preventDefault();
              setSure(true);
            }}
          >
            <Trash2 size={14} aria-hidden="true" /> {sure ? 'Yes, remove it; its log stays' : 'Remove…'}
          </ContextMenu.Item>
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}
