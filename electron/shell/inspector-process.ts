// The inspector in its own process (Electron's utility process), so that a slow window does not slow the recorder, and a busy
// recorder does not slow the window. Opens and closes it; pages have their own ports.

import type { MessageEvent, ParentPort } from 'electron';
import { openInspector } from '../app/open-inspector.ts';
import { collectorForInspector } from '../hosts/collector.ts';
import { serveWindow } from '../hosts/dispatch.ts';
import { handleUncaughtErrors } from '../hosts/uncaught-errors.ts';
import type { InspectorHandle } from '../inspector/inspector-handle.ts';
import { offeredPage } from '../inspector/sign-in/offered-pages.ts';
import { type InspectorSide, linkTo, type MainSide, type OpenWish } from './link/inspector-link.ts';
import { portOver } from './link/message-port.ts';
import { trustSystemCertificates } from './system/system-certificates.ts';
import { openSystemVault } from './system/system-vault.ts';
import { createNewsReader } from './window/news.ts';

/** Servers get time to exit; after this the process exits, and the guard ends them. */
const closeLimitMs = 8_000;

let inspector: InspectorHandle | null = null;
let closeCollector = async (): Promise<string> => '';
let onText: (text: string) => void = () => undefined;

const parent: ParentPort = process.parentPort;
const main = linkTo<MainSide, InspectorSide>(
  { open, offered, close },
  (text) => parent.postMessage(text),
  (listener) => {
    onText = listener;
  },
);
const report = (problem: unknown): void =>
  void main.report(problem instanceof Error ? (problem.stack ?? problem.message) : String(problem));
// A bug in one place must not end every connection and lose what was not shown yet.
handleUncaughtErrors(report);

parent.on('message', ({ data, ports }: MessageEvent) => {
  const [port] = ports;
  if (port && inspector) serveWindow(inspector, portOver(port), report);
  else if (typeof data === 'string') onText(data);
});

async function open({ dataDir, version, keeper }: OpenWish) {
  for (const line of trustSystemCertificates()) report(line);
  const seal = { close: (value: string) => main.seal(value), open: (text: string) => main.unseal(text) };
  // From environment variables: there is no command line here.
  const collector = collectorForInspector({}, process.env);
  closeCollector = collector.close;
  const opened = await openInspector({
    ...collector.options,
    dataDir,
    version,
    follow: true,
    abilities: { openExternal: true, secureStorage: keeper !== null },
    ...(keeper === null ? {} : { vault: await openSystemVault(dataDir, keeper, seal) }),
  });
  inspector = opened;
  collector.attach(opened);
  const reader = createNewsReader();
  opened.onBatch((batch) => {
    const news = reader.read(batch);
    if (news) void main.news(news);
  });
  const hello = await opened.api.hello({});
  if (!hello.ok) throw new Error(hello.error.message);
  return hello.value.store;
}

async function offered(address: string): Promise<string | null> {
  return inspector ? offeredPage(inspector, address) : null;
}

async function close(): Promise<void> {
  const limit = setTimeout(() => process.exit(1), closeLimitMs);
  await inspector?.close();
  const lost = await closeCollector();
  if (lost) report(lost);
  clearTimeout(limit);
}
