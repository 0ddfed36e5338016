// Command lines and addresses as they are recorded: readable, and without the secrets that people put into them.

import { hiddenValue } from './credential-headers.ts';

/** Options, variables and members of addresses that are called so hold a secret. */
export const secretName =
  /token|secret|passw|passphrase|credential|api[-_]?key|access[-_]?key|auth|signature|^-*key$|^-*sig$/i;

/** The command line as one would type it; `--token=abc`, `--token abc` and `API_KEY=abc` lose their values. */
export function recordedCommandLine(command: string, args: readonly string[]): string {
  const shown = [quote(command)];
  for (const [index, arg] of args.entries()) {
    const previous = args[index - 1];
    const named = /^(-{0,2}[\w.-]+)=(.+)$/s.exec(arg);
    if (named && secretName.test(named[1]!)) shown.push(`${named[1]}=${hiddenValue}`);
    else if (previous && /^--?[\w.-]+$/.test(previous) && secretName.test(previous) && !arg.startsWith('-')) {
      shown.push(hiddenValue);
    } else shown.push(quote(arg));
  }
  return shown.join(' ');
}

/** The address without user name, password and the values of query members that name a secret. */
export function recordedUrl(url: URL): string {
  const secrets = [...url.searchParams.keys()].filter((name) => secretName.test(name));
  if (url.username === '' && url.password === '' && secrets.length === 0) return url.href;
  const shown = new URL(url);
  if (shown.username !== '') shown.username = hiddenValue;
  if (shown.password !== '') shown.password = hiddenValue;
  for (const name of secrets) shown.searchParams.set(name, hiddenValue);
  return shown.href.replaceAll(encodeURIComponent(hiddenValue), hiddenValue);
}

function quote(word: string): string {
  return /^[\w@%+=:,./\\~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
