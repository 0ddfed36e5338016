// The two IPC channels of the desktop door, named once for the preload and for the main process.

/** The page listens from now on; whatever it was told before, as an earlier page, is void. */
export const openChannel = 'misfire:open';
/** Text of messages, both ways. */
export const textChannel = 'misfire:text';
