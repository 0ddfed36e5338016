// The only place that hands an address to the system. Addresses come from servers, and the system opens anything it is given:
// programs, shares, other apps. So only web pages pass: https anywhere, http on this machine; and of those only the ones that
// the app itself shows as to be opened.

import { shell } from 'electron';
import type { InspectorHandle } from '../inspector/contract.ts';
import { offeredPage } from '../inspector/sign-in/offered-pages.ts';

/** false: the address is not one that may be opened. */
export async function openExternalLink(inspector: InspectorHandle, text: string): Promise<boolean> {
  const address = await offeredPage(inspector, text);
  if (address === null) return false;
  await shell.openExternal(address);
  return true;
}
