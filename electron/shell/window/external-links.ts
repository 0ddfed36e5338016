// Decides which URL is passed to the system. URLs come from servers, and the system opens anything: programs, shares, other apps. So
// only web pages pass: https anywhere, http on this machine. They must also be pages that the app itself offers to open, which the
// inspector knows.

interface LinkOptions {
  /** Returns the normalized URL if the app offers it, otherwise null. */
  offered(address: string): Promise<string | null>;
  /** The system. */
  open(address: string): Promise<void>;
}

export async function openExternalLink({ offered, open }: LinkOptions, text: string): Promise<boolean> {
  const address = await offered(text);
  if (address === null) return false;
  await open(address);
  return true;
}
