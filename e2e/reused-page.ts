// One browser page for all stories of a worker. A new one costs more than most stories: a process, and compiling the script again. After a
// story it leaves the app and loses everything that the story could have changed. If something cannot be taken back, the page is closed
// and the next story gets a new one.

import type { Browser, BrowserContext, Page, ViewportSize } from '@playwright/test';
import { warmOrigin } from './warm-app.ts';

/** Changes that outlive a story and cannot be taken back. */
const lasting = [
  'on',
  'route',
  'routeWebSocket',
  'exposeFunction',
  'exposeBinding',
  'setOffline',
  'setExtraHTTPHeaders',
];

const look = { media: null, colorScheme: 'light', reducedMotion: 'reduce', forcedColors: 'none' } as const;

interface Settings {
  viewport: ViewportSize | null;
  permissions: string[];
}

interface Disposable {
  dispose(): Promise<void>;
}

export class ReusedPage {
  readonly #browser: Browser;
  #context: BrowserContext | null = null;
  #page: Page | null = null;
  #initScripts: Disposable[] = [];
  #mustClose = false;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async open({ viewport, permissions }: Settings): Promise<BrowserContext> {
    // Named even if empty: otherwise the runner would add what this one story wants, for all of them.
    this.#context ??= await this.#browser.newContext({
      viewport,
      permissions: [],
      ...{ reducedMotion: look.reducedMotion },
    });
    if (!this.#page) {
      this.#page = await this.#context.newPage();
      this.#watch(this.#context, this.#page);
    }
    if (viewport && !sameSize(viewport, this.#page.viewportSize())) await this.#page.setViewportSize(viewport);
    if (permissions.length > 0) await this.#context.grantPermissions(permissions);
    return this.#context;
  }

  /** `keep` is false after a failed story: nobody knows in which state it stopped. */
  async reset(keep: boolean): Promise<void> {
    const context = this.#context;
    const page = this.#page;
    if (!context || !page) return;
    if (!keep || this.#mustClose || page.isClosed() || warmOrigin() === '') return this.close();
    for (const other of context.pages()) if (other !== page) await other.close();
    await this.#forgetInitScripts();
    // Before the page's own script, which leads a browser that has the key on to the window.
    await page.addInitScript(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.goto(`${warmOrigin()}/`);
    await this.#forgetInitScripts();
    await context.clearPermissions();
    await page.emulateMedia(look);
    await page.mouse.move(0, 0);
  }

  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = null;
    this.#page = null;
    this.#initScripts = [];
    this.#mustClose = false;
  }

  async #forgetInitScripts(): Promise<void> {
    for (const script of this.#initScripts.splice(0)) await script.dispose();
  }

  /** Notes what a story changes. */
  #watch(context: BrowserContext, page: Page): void {
    page.on('framenavigated', (frame) => {
      const { origin } = new URL(frame.url());
      // Data of another origin would stay in the browser.
      if (origin !== 'null' && origin !== warmOrigin()) this.#mustClose = true;
    });
    for (const target of [context, page]) {
      intercept(target, 'addInitScript', async (added) => this.#initScripts.push((await added) as Disposable));
      for (const name of lasting)
        intercept(target, name, () => {
          this.#mustClose = true;
        });
    }
  }
}

/** Calls `note` with what the method returns, each time it is used. */
function intercept(target: object, name: string, note: (returned: unknown) => unknown): void {
  const method = Reflect.get(target, name);
  if (typeof method !== 'function') return;
  Reflect.set(target, name, (...args: unknown[]) => {
    const returned = method.apply(target, args);
    note(returned);
    return returned;
  });
}

const sameSize = (one: ViewportSize, other: ViewportSize | null): boolean =>
  one.width === other?.width && one.height === other.height;
