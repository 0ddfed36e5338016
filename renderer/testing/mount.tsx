// Mounts a part of the window for a component test, with a host of its own (test-host.ts) and the real styles. Unmounts it after the test.

import './by-css.ts';
import '../theme/fonts.css';
import '../theme/tokens.css';
import '../theme/base.css';
import './node-in-page.ts';
import { Tooltip } from 'radix-ui';
import { type ReactNode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { DetailPane } from '../card/detail-pane.tsx';
import { features } from '../features/features.ts';
import { connectionOf } from '../model/connection.ts';
import { createModel, startModel } from '../model/create-model.ts';
import { detailOf } from '../model/detail.ts';
import { type Model, ModelContext } from '../model/model.ts';
import { applyLooks, type Preferences, preferencesOf } from '../model/preferences.ts';
import { select } from '../model/timeline.ts';
import { App } from '../shell/app.tsx';
import { type HostOptions, TestHost } from './test-host.ts';

export interface MountOptions extends HostOptions {
  preferences?: Partial<Preferences>;
  /** Of the window; 1440 by 900 if omitted. */
  size?: readonly [width: number, height: number];
}

export interface Mounted {
  host: TestHost;
  model: Model;
}

const usualSize = [1440, 900] as const;
let size: readonly [number, number] = usualSize;

/** Changes the window for this test; only then, because it costs a layout of the whole page. */
export async function resize(width: number, height: number): Promise<void> {
  if (size[0] === width && size[1] === height) return;
  size = [width, height];
  await page.viewport(width, height);
}

/** Resolves when the window shows its host's first snapshot. */
export async function mount(
  element: ReactNode,
  { preferences, size, ...options }: MountOptions = {},
): Promise<Mounted> {
  await resize(...(size ?? usualSize));
  localStorage.clear();
  const host = new TestHost(options);
  const model = createModel(host.platform, features);
  preferencesOf(model).setState({ tourSeen: true, ...preferences });
  applyLooks(document.documentElement, preferencesOf(model).getState());
  const stop = preferencesOf(model).subscribe((now) => applyLooks(document.documentElement, now));
  startModel(model);
  await until(() => connectionOf(model).getState().status === 'connected', connectionOf(model).subscribe);
  const box = document.createElement('div');
  box.id = 'app';
  document.body.append(box);
  const root = createRoot(box);
  const isReady = new Promise<void>((resolve) => {
    root.render(
      <ModelContext value={model}>
        <Ready onReady={resolve}>
          <Tooltip.Provider delayDuration={350} skipDelayDuration={200}>
            {element}
          </Tooltip.Provider>
        </Ready>
      </ModelContext>,
    );
  });
  onTestFinished(() => {
    stop();
    root.unmount();
    box.remove();
  });
  await isReady;
  return { host, model };
}

/** Its effect is the last one, so all listeners of the page are in place. */
function Ready({ onReady, children }: { onReady: () => void; children: ReactNode }) {
  useEffect(onReady, [onReady]);
  return children;
}

/** The whole window. */
export const openWindow = (options?: MountOptions): Promise<Mounted> => mount(<App />, options);

/** The card of one row: the first with these words, otherwise the first failure. */
export async function openCard(
  capture: string,
  { row, width = 480, ...options }: MountOptions & { row?: string; width?: number } = {},
): Promise<Mounted & { card: Locator }> {
  const mounted = await mount(<InPane width={width} />, { capture, ...options });
  await mounted.host.settled;
  await showRow(mounted, row);
  return { ...mounted, card: page.getByRole('complementary') };
}

/** As high as the window, like next to the timeline. */
const InPane = ({ width }: { width: number }) => (
  <div style={{ display: 'grid', width, height: '100vh' }}>
    <DetailPane />
  </div>
);

/** Opens every section of the card, because folded ones are not in the page. */
export async function unfoldCard(): Promise<void> {
  for (;;) {
    const folded = document.querySelector<HTMLElement>('#detail-pane [data-fold][aria-expanded="false"]');
    if (!folded) return;
    folded.click();
    await expect.poll(() => folded.getAttribute('aria-expanded')).toBe('true');
  }
}

/** Selects a row and waits for its details. */
export async function showRow({ host, model }: Mounted, words?: string): Promise<void> {
  const rows = host.log.store.rowsFrom(0, host.log.counters.rows);
  const has = (words: string, ...texts: (string | null)[]) => texts.some((text) => text?.includes(words));
  const row =
    words === undefined
      ? rows.find(({ failure }) => failure !== null)
      : (rows.find(({ target }) => target === words) ??
        rows.find(({ headline, detail, target }) => has(words, headline, detail, target)));
  expect(row, `no row with ${words}`).toBeDefined();
  select(model, row!.id);
  await until(() => detailOf(model).getState().detail?.row.id === row!.id, detailOf(model).subscribe);
}

function until(isSo: () => boolean, subscribe: (listener: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    if (isSo()) return resolve();
    const stop = subscribe(() => {
      if (!isSo()) return;
      stop();
      resolve();
    });
  });
}
