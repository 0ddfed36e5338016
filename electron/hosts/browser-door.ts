// The inspector together with its browser door: opened in order, closed in order, with a link file for `misfire serve --link`.
// Leaves the process around it, its signals and its output to the caller.

import { openInspector } from '../app/open-inspector.ts';
import type { InspectorOptions } from '../inspector/inspector-handle.ts';
import { appVersion, rendererDir } from '../inspector/paths/app-paths.ts';
import type { TelemetryFlags } from '../telemetry/settings.ts';
import { collectorForInspector } from './collector.ts';
import { openLinkFile } from './link-file.ts';
import { openWebHost, type WebHost, type WebHostOptions } from './web-host.ts';

type HostOptions = Pick<WebHostOptions, 'port' | 'report' | 'front' | 'secrets'>;
type Surroundings = Required<Pick<InspectorOptions, 'env' | 'folder' | 'dataDir'>>;

export interface BrowserDoorOptions extends TelemetryFlags, HostOptions, Surroundings {}

export interface BrowserDoor {
  host: WebHost;
  /** Ends the servers too. Resolves with a sentence about telemetry that did not arrive; '' when all did. */
  close(): Promise<string>;
}

/** Rejects with the system's own error when the port cannot be had. */
export async function openBrowserDoor(options: BrowserDoorOptions): Promise<BrowserDoor> {
  const { dataDir, env, folder, port, report, front, secrets } = options;
  const collector = collectorForInspector(options, env);
  const inspector = await openInspector({
    ...collector.options,
    env,
    folder,
    dataDir,
    version: appVersion(),
    follow: true,
    // The page is in a browser, which opens pages by itself.
    abilities: { openExternal: true, secureStorage: false },
  });
  collector.attach(inspector);
  const links = openLinkFile(dataDir);
  const onLinkUsed = () => links.write(host.createLink());
  let host: WebHost;
  try {
    host = await openWebHost({ inspector, pageDir: rendererDir(), port, report, onLinkUsed, front, secrets });
  } catch (problem) {
    await inspector.close();
    await collector.close();
    throw problem;
  }
  links.write(host.createLink());
  return {
    host,
    async close() {
      links.remove();
      await host.close();
      await inspector.close();
      return collector.close();
    },
  };
}
