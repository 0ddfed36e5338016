// The names of the desktop's IPC channels, for the preload and the main process.

/** The page listens from now on; messages to an earlier page are void. */
export const openChannel = 'misfire:open';
/** Carries the port to the inspector's process. Text flows over it in both directions, not through the main process. */
export const portChannel = 'misfire:port';
/** Requests of the page to the shell itself (shared/api/desktop.ts). */
export const askChannel = 'misfire:ask';
/** Messages of the shell to the page. */
export const eventChannel = 'misfire:event';
