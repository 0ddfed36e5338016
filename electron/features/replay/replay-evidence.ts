// Calls from an opened capture are evidence and go to no server automatically. Owns the messages that ask for a server, and for values that
// were masked.

/** Placeholders of the masker: `‹e-mail 1›`. */
const sign = /‹[^‹›\n]{1,40} \d{1,6}›/g;
const shown = 5;

export function placeholdersIn(text: string): string[] {
  return [...new Set(text.match(sign) ?? [])];
}

/** '' if nothing prevents the replay. */
export function whyNotSent(text: string): string {
  const found = placeholdersIn(text);
  if (found.length === 0) return '';
  const some = found.slice(0, shown).join(', ');
  const more = found.length > shown ? ` and ${found.length - shown} more` : '';
  return `Values were masked when this was saved: ${some}${more}. Put real ones in their place, then send it.`;
}

export const chooseServer = 'This call is from a read-only recording. Choose a live server to send to.';
