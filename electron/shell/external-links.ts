// The only place that hands an address to the system. Addresses come from servers, and the system opens anything it is given:
// programs, shares, other apps. So only web pages pass: https anywhere, http on this machine; and of those only the ones that
// the app itself shows as to be opened, which the inspector knows.

import { shell } from 'electron';

/** `offered` writes the address anew if it is one of those; else null. */
export async function openExternalLink(
  offered: (address: string) => Promise<string | null>,
  text: string,
): Promise<boolean> {
  const address = await offered(text);
  if (address === null) return false;
  await shell.openExternal(address);
  return true;
}
