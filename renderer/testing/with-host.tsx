// A part of the window on a host of its own, with what that host has recorded. For states of components (*.states.tsx): tests use mount.tsx.

import './node-in-page.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { features } from '../features/features.ts';
import { connectionOf } from '../model/connection.ts';
import { createModel, startModel } from '../model/create-model.ts';
import { type Model, ModelContext } from '../model/model.ts';
import { type HostOptions, TestHost } from './test-host.ts';

interface WithHostProps extends HostOptions {
  /** Before it is drawn. */
  setUp?: (model: Model, host: TestHost) => unknown;
  children: ReactNode;
}

export function WithHost({ setUp, children, ...options }: WithHostProps) {
  const [host] = useState(() => new TestHost(options));
  const [model] = useState(() => createModel(host.platform, features));
  const [isReady, setReady] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the host and what it starts with never change.
  useEffect(() => {
    startModel(model);
    const stop = connectionOf(model).subscribe(({ status }) => status === 'connected' && void begin());
    const begin = async () => {
      stop();
      await host.settled;
      await setUp?.(model, host);
      setReady(true);
    };
    if (connectionOf(model).getState().status === 'connected') void begin();
    return stop;
  }, []);
  return isReady ? <ModelContext value={model}>{children}</ModelContext> : <span data-not-ready="">Loading…</span>;
}
