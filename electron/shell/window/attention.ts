// Notifies a user who is in another window: the number of new failed calls on the app's icon, and a notification for a due retry. Quiet
// while the window has the focus.

import { app, type BrowserWindow, Notification } from 'electron';
import type { News } from '../link/inspector-link.ts';

export interface Attention {
  take(news: News): void;
  /** The window has the focus: all failed calls are seen. */
  seen(): void;
}

export function createAttention(window: () => BrowserWindow | null, show: () => void): Attention {
  let failedCalls = 0;
  let seenCalls = 0;
  const isAway = () => !window()?.isFocused();
  const showCount = (count: number) => {
    // The dock of macOS, and the launchers of Linux that count; elsewhere nothing happens.
    app.setBadgeCount(count);
    if (process.platform === 'win32') window()?.flashFrame(count > 0);
  };
  return {
    take({ failedCalls: now, due }) {
      // Another recording is shown, or failed calls were marked as expected.
      if (now < failedCalls) seenCalls = Math.min(seenCalls, now);
      failedCalls = now;
      if (isAway()) showCount(failedCalls - seenCalls);
      else seenCalls = failedCalls;
      if (!isAway() || !Notification.isSupported()) return;
      for (const { title, words } of due) {
        const notification = new Notification({ title, body: words });
        notification.on('click', show);
        notification.show();
      }
    },
    seen() {
      seenCalls = failedCalls;
      showCount(0);
    },
  };
}
