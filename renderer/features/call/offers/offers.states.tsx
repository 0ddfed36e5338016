// The states of what a server offers besides tools: each kind with long texts, loading, refused, and empty.

import type { ReactNode } from 'react';
import type { Offers } from '../../../../shared/server/connecting.ts';
import type { Shown } from '../../../testing/showcase/shown.ts';
import { WithHost } from '../../../testing/with-host.tsx';
import { AboutPane } from './about-pane.tsx';
import type { PaneProps } from './offer-pane.tsx';
import { PromptPane } from './prompt-pane.tsx';
import { ResourcePane } from './resource-pane.tsx';
import { TaskPane } from './task-pane.tsx';
import { TemplatePane } from './template-pane.tsx';
import type { OffersState } from './use-offers.ts';

const long = 'file:///srv/orders/2026/11/14/with/a/very/long/path/that/no/list/can/show/in/one/line.json';

export const nothing: Offers = {
  ...{ resources: [], templates: [], prompts: [], tasks: [] },
  ...{ abilities: [], instructions: '', subscribed: [], problems: [] },
};

export const everything: Offers = {
  resources: [
    { uri: long, name: 'orders', title: '', description: long, mimeType: 'application/json', size: 1_200_000 },
    { uri: 'file:///a', name: '', title: '', description: '', mimeType: '', size: null },
  ],
  templates: [
    { uriTemplate: 'orders://{year}/{id}', name: 'order', title: 'One order', description: long, mimeType: '' },
  ],
  prompts: [
    {
      ...{ name: 'remind', title: 'Write a reminder', description: long },
      arguments: [
        { name: 'customer', description: 'Who has not paid', required: true },
        { name: 'tone', description: '', required: false },
      ],
    },
  ],
  tasks: [
    { taskId: 'task-1', row: 1, status: 'working', words: long, isOver: false },
    { taskId: long, row: null, status: 'failed', words: '', isOver: true },
  ],
  abilities: ['completions', 'resources.subscribe', 'tasks'],
  instructions: `Call list_orders first. ${long}`,
  subscribed: [long],
  problems: ['resources/templates/list failed: Method not found.'],
};

export const stateOf = (state: Partial<OffersState> = {}): OffersState => ({
  ...{ offers: null, problem: '', isLoading: false },
  refresh: async () => undefined,
  reload: async () => undefined,
  ...state,
});

export const panes: Record<string, (props: PaneProps) => ReactNode> = {
  Resources: ResourcePane,
  Templates: TemplatePane,
  Prompts: PromptPane,
  Tasks: TaskPane,
  About: AboutPane,
};

const inHost = (Pane: (props: PaneProps) => ReactNode, state: Partial<OffersState>) => (
  <WithHost servers={[{ name: 'billing' }]}>
    <div style={{ display: 'flex', minHeight: 180 }}>
      <Pane server="billing" state={stateOf(state)} />
    </div>
  </WithHost>
);

export const shown: readonly Shown[] = Object.entries(panes).map(([kind, Pane]) => ({
  component: `${kind} of a server`,
  width: 900,
  states: [
    { state: 'all', element: inHost(Pane, { offers: everything }) },
    { state: 'nothing', element: inHost(Pane, { offers: nothing }) },
    { state: 'loading', element: inHost(Pane, {}) },
    { state: 'refused', element: inHost(Pane, { problem: `billing closed the connection: ${long}` }) },
  ],
}));
