// The only place that hands an address to the system. Addresses come from servers, and the system opens anything it is given:
// programs, shares, other apps. So only web pages pass: https anywhere, http on this machine.

import { shell } from 'electron';
import { toWebAddress } from '../inspector/sign-in/web-address.ts';

/** false: the address is not one that may be opened. */
export async function openExternalLink(text: string): Promise<boolean> {
  const address = toWebAddress(text);
  if (address === null) return false;
  await shell.openExternal(address);
  return true;
}
