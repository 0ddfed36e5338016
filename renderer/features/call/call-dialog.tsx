// Manual use of a server: its tools and everything else it offers, each in a separate pane. This is the frame: which server, which kind.
// What the user writes is sent unchanged, even if it is invalid.

import { ChevronDown, RefreshCw } from 'lucide-react';
import { DropdownMenu, Tabs } from 'radix-ui';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { ToolView } from '../../../shared/api/views.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import menu from '../../components/menu.module.css';
import { Select } from '../../components/select.tsx';
import { useConnection } from '../../model/connection.ts';
import { waitForDetail } from '../../model/detail.ts';
import { closeDialog, useDialogs } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { groupDigits } from '../../text/format.ts';
import styles from './call-dialog.module.css';
import { initialTool } from './initial-tool.ts';
import { MethodPane } from './method-pane.tsx';
import { canSend, NotConnected } from './not-connected.tsx';
import { AboutPane } from './offers/about-pane.tsx';
import { PromptPane } from './offers/prompt-pane.tsx';
import { ResourcePane } from './offers/resource-pane.tsx';
import { TaskPane } from './offers/task-pane.tsx';
import { TemplatePane } from './offers/template-pane.tsx';
import { useOffers } from './offers/use-offers.ts';
import { ToolPane } from './tool-pane.tsx';

type Kind = 'tools' | 'resources' | 'templates' | 'prompts' | 'tasks' | 'about' | 'method';

const titles: Record<Kind, { title: string; about: string }> = {
  tools: { title: 'Call a tool', about: 'Sends what you enter, even if it is invalid.' },
  resources: { title: 'Read a resource', about: 'Texts and files that the server offers to be read.' },
  templates: { title: 'Read by a template', about: 'Resources whose address you complete yourself.' },
  prompts: { title: 'Get a prompt', about: 'Messages that the server writes for a language model.' },
  tasks: { title: 'Tasks', about: 'Calls that keep running after the first answer.' },
  about: { title: 'About the server', about: 'Name, abilities, instructions, log level and subscriptions.' },
  method: { title: 'Call any method', about: 'Sends what you enter, even if it is invalid.' },
};

export function CallDialog() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'call');
  const wanted = useDialogs((state) => state.kind);
  const [kind, setKind] = useState<Kind>('tools');
  useEffect(() => {
    if (open) setKind(wanted);
  }, [open, wanted]);
  return (
    <Dialog open={open} onClose={() => closeDialog(model)} width={1300} {...titles[kind]}>
      {open && <CallWindow kind={kind} setKind={setKind} />}
    </Dialog>
  );
}

function CallWindow({ kind, setKind }: { kind: Kind; setKind: (kind: Kind) => void }) {
  const servers = useConnection((state) => state.servers);
  const model = useModel();
  const [begun, setBegun] = useState(() => initialTool(model));
  const [server, setServer] = useState(begun.server);
  // A call that was just sent appears with its card, which is still loading.
  useEffect(() => {
    if (begun.isKnown) return;
    void waitForDetail(model).then(() => {
      const found = { ...initialTool(model), isKnown: true };
      setBegun(found);
      setServer(found.server);
    });
  }, [model, begun]);
  const view = servers.find(({ id }) => id === server);
  const { tools, notice, asked, refresh } = useTools(server, view?.state === 'connected');
  const state = useOffers(server, kind !== 'tools' && kind !== 'method');
  const { offers } = state;
  const kinds: KindEntry[] = [
    { kind: 'tools', label: 'Tools', count: tools.length },
    { kind: 'resources', label: 'Resources', count: offers?.resources.length },
    { kind: 'prompts', label: 'Prompts', count: offers?.prompts.length },
  ];
  const more: KindEntry[] = [
    { kind: 'templates', label: 'Templates', count: offers?.templates.length },
    { kind: 'tasks', label: 'Tasks', count: offers?.tasks.length },
    { kind: 'about', label: 'About' },
    { kind: 'method', label: 'Any method' },
  ];
  const isListed = kind === 'method' || (kind === 'tools' ? tools.length > 0 : offers !== null);
  const pane = (of: Kind, content: ReactNode) => (
    <Tabs.Content
      value={of}
      className={styles.content}
      tabIndex={-1}
      {...(more.some((one) => one.kind === of) && { 'aria-labelledby': moreId })}
    >
      {kind === of && (view && !canSend(view) && !isListed ? <NotConnected server={view} /> : content)}
    </Tabs.Content>
  );
  const shared = { server, state };
  return (
    <Tabs.Root className={styles.body} value={kind} onValueChange={(next) => setKind(next as Kind)}>
      <div className={styles.rail}>
        <Select
          className={styles.server}
          aria-label="Server"
          value={server}
          onChange={(event) => setServer(event.target.value)}
        >
          {servers.map((candidate) => (
            <option key={candidate.id} value={candidate.id}>
              {candidate.name}
              {candidate.state === 'connected' ? '' : ' (not connected)'}
            </option>
          ))}
        </Select>
        <Tabs.List className={styles.kinds} aria-label="What to use">
          {kinds.map((entry) => (
            <Tabs.Trigger key={entry.kind} value={entry.kind} className={styles.kind}>
              {entry.label}
              {entry.count !== undefined && <span>{groupDigits(entry.count)}</span>}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <MoreKinds kinds={more} kind={kind} setKind={setKind} />
        <span className={styles.spacer} />
        <Button
          look="quiet"
          className={styles.refresh}
          disabled={!canSend(view) || state.isLoading}
          onClick={() => {
            if (kind === 'tools' || kind === 'method') void refresh();
            else void state.refresh();
          }}
        >
          <RefreshCw size={13} aria-hidden="true" /> {state.isLoading ? 'Refreshing…' : 'Refresh'}
        </Button>
      </div>
      {pane(
        'tools',
        <ToolPane
          key={server}
          server={server}
          tools={tools}
          notice={notice}
          asked={asked}
          initialTool={server === begun.server ? begun : { tool: null, isKnown: true }}
        />,
      )}
      {pane('resources', <ResourcePane key={server} {...shared} />)}
      {pane('templates', <TemplatePane key={server} {...shared} />)}
      {pane('prompts', <PromptPane key={server} {...shared} />)}
      {pane('tasks', <TaskPane key={server} {...shared} />)}
      {pane('about', <AboutPane key={server} {...shared} />)}
      {pane('method', <MethodPane key={server} server={server} />)}
    </Tabs.Root>
  );
}

interface KindEntry {
  kind: Kind;
  label: string;
  count?: number | undefined;
}

const moreId = 'call-more';

/** What is used rarely; the chosen one is named. */
function MoreKinds({ kinds, kind, setKind }: { kinds: KindEntry[]; kind: Kind; setKind: (kind: Kind) => void }) {
  const chosen = kinds.find((entry) => entry.kind === kind);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger id={moreId} className={styles.kind} data-on={chosen !== undefined || undefined}>
        {chosen?.label ?? 'More'} <ChevronDown size={13} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={menu.menu} align="start" sideOffset={4} collisionPadding={8}>
          {kinds.map((entry) => (
            <DropdownMenu.Item key={entry.kind} className={menu.item} onSelect={() => setKind(entry.kind)}>
              {entry.label} {entry.count !== undefined && <small>{groupDigits(entry.count)}</small>}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface ToolState {
  tools: ToolView[];
  notice: string;
  asked: number | null;
}

// Some servers list their tools only to authenticated callers.
const noTools = 'This server lists no tools. It may hide them until you sign in or give it a token.';

const noAnswerYet: ToolState = { tools: [], notice: '', asked: null };

/**
 * The tools of a server, fetched once per connection. The host waits for a server that is still connecting. After a reconnect the list is
 * fetched again, and until then the old list and its form stay.
 */
function useTools(server: string, connected: boolean): ToolState & { refresh: () => Promise<void> } {
  const { platform } = useModel();
  const [state, setState] = useState<ToolState>(noAnswerYet);
  const asking = useRef({ server: '', isAnswered: false });
  const load = useCallback(
    async (refresh: boolean) => {
      const mine = { server, isAnswered: false };
      asking.current = mine;
      const answer = await platform.call('tools', { server, refresh });
      if (asking.current !== mine) return;
      mine.isAnswered = true;
      if (!answer.ok) {
        mine.server = '';
        setState((before) => ({ ...before, notice: answer.error.message, asked: null }));
        return;
      }
      const { tools, problem, asked } = answer.value;
      setState({ tools, asked, notice: problem || (tools.length === 0 ? noTools : '') });
    },
    [platform, server],
  );
  useEffect(() => {
    const notice = server === '' ? 'Add a server first.' : 'The form needs the list of tools: asking for it…';
    setState({ ...noAnswerYet, notice });
    return () => {
      asking.current = { server: '', isAnswered: false };
    };
  }, [server]);
  useEffect(() => {
    const last = asking.current;
    if (server === '') return;
    if (last.server !== server) void load(false);
    else if (!connected && last.isAnswered) last.server = '';
  }, [load, server, connected]);
  return { ...state, refresh: () => load(true) };
}
