// Notifies a user who is in another window: a number of new failures on the app's icon, and a notification for a due retry. Quiet
// while the window has the focus.

import { app, type BrowserWindow, Notification } from 'electron';
import type { News } from '../link/inspector-link.ts';

export interface Attention {
  take(news: News): void;
  /** The window has the focus: all failures are seen. */
  seen(): void;
}

export function createAttention(window: () => BrowserWindow | null, show: () => void): Attention {
  let failures = 0;
  let seenFailures = 0;
  const isAway = () => !window()?.isFocused();
  const showCount = (count: number) => {
    // The dock of macOS, and the launchers of Linux that count; elsewhere nothing happens.
    app.setBadgeCount(count);
    if (process.platform === 'win32') window()?.flashFrame(count > 0);
  };
  return {
    take({ failures: now, due }) {
      // Another recording is shown, or failures were marked as expected.
      if (now < failures) seenFailures = Math.min(seenFailures, now);
      failures = now;
      if (isAway()) showCount(failures - seenFailures);
      else seenFailures = failures;
      if (!isAway() || !Notification.isSupported()) return;
      for (const { title, words } of due) {
        const notification = new Notification({ title, body: words });
        notification.on('click', show);
        notification.show();
      }
    },
    seen() {
      seenFailures = failures;
      showCount(0);
    },
  };
}
