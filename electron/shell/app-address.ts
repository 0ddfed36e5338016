// The address of the page inside the desktop window: a scheme of our own, so that it has an origin nobody else can have.

export const appScheme = 'misfire';
export const appHost = 'app';
export const appAddress = `${appScheme}://${appHost}/`;

/** Compared part by part: to Node, `origin` of a scheme of one's own is always "null". */
export function isAppAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host, username, password } = new URL(text);
  return protocol === `${appScheme}:` && host === appHost && username === '' && password === '';
}
