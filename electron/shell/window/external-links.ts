// The only place that passes a URL to the system. URLs come from servers, and the system opens anything: programs, shares, other apps. So
// only web pages pass: https anywhere, http on this machine. They must also be pages that the app itself offers to open, which the
// inspector knows.

import { shell } from 'electron';

/** `offered` returns the normalized URL if the app offers it, otherwise null. */
export async function openExternalLink(
  offered: (address: string) => Promise<string | null>,
  text: string,
): Promise<boolean> {
  const address = await offered(text);
  if (address === null) return false;
  await shell.openExternal(address);
  return true;
}
