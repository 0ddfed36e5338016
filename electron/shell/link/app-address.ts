// The URL of the page in the desktop window: its own scheme gives it an origin that no other page can have.

export const appScheme = 'misfire';
const appHost = 'app';
export const appAddress = `${appScheme}://${appHost}/`;

/** Compared part by part: for a custom scheme, Node's `origin` is always "null". */
export function isAppAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host, username, password } = new URL(text);
  return protocol === `${appScheme}:` && host === appHost && username === '' && password === '';
}
