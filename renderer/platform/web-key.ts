// The key of the browser host: exchanged once for the code in the link, stored per host and port, so that reloads and further tabs have
// it. The code is removed from the address bar first.

import { codeName, exchangePath } from '../../shared/api/web-door.ts';

const storageName = 'misfire-key';

/** Without a key there is nothing to show: the host's own page explains how to get one. */
export async function obtainKey(window: Window): Promise<string> {
  const { hash, pathname, search } = window.location;
  const code = new URLSearchParams(search).get(codeName);
  if (code !== null) {
    window.history.replaceState(null, '', pathname + hash);
    const key = await exchange(window, code);
    if (key !== null) {
      window.localStorage.setItem(storageName, `${pathname} ${key}`);
      return key;
    }
  }
  // Each run of Misfire has another path, and another run's key is invalid.
  const [path, kept] = (window.localStorage.getItem(storageName) ?? '').split(' ');
  if (path === pathname && kept) return kept;
  window.location.replace(code === null ? '/' : `/?token=${encodeURIComponent(code)}`);
  return new Promise(() => undefined);
}

async function exchange(window: Window, code: string): Promise<string | null> {
  try {
    const answer = await window.fetch(exchangePath, { method: 'POST', body: code });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}
