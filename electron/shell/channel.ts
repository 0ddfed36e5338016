// The IPC channels of the desktop door, named once for the preload and for the main process.

/** The page listens from now on; whatever it was told before, as an earlier page, is void. */
export const openChannel = 'misfire:open';
/** Carries the port to the inspector's process; text flows over it, both ways, and not through the main process. */
export const portChannel = 'misfire:port';
/** What the page asks of the shell itself (shared/api/desktop.ts), answered. */
export const askChannel = 'misfire:ask';
/** What the shell tells the page. */
export const eventChannel = 'misfire:event';
