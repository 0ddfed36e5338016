// Command lines and URLs as recorded: readable, without the secrets in them.

import { isNoValue } from '../../shared/mask/plain-values.ts';
import { isSecretName, kindOfOption } from '../../shared/mask/secret-names.ts';
import { hiddenValue } from './credential-headers.ts';

/** The command line as typed; `--token=abc`, `--token abc` and `API_KEY=abc` lose their values. */
export function recordedCommandLine(command: string, args: readonly string[]): string {
  const shown = [quote(command)];
  for (const [index, arg] of args.entries()) {
    const previous = args[index - 1];
    const named = /^(-{0,2}[\w.-]+)=(.+)$/s.exec(arg);
    if (named && isSecretWord(named[1]!) && !isNoValue(named[2]!)) shown.push(`${named[1]}=${hiddenValue}`);
    else if (previous && kindOfOption(previous) !== null && !arg.startsWith('-') && !isNoValue(arg)) {
      shown.push(hiddenValue);
    } else shown.push(quote(arg));
  }
  return shown.join(' ');
}

/** The URL without user name, password and the values of secret query members. */
export function recordedUrl(url: URL): string {
  const secrets = [...url.searchParams.keys()].filter((name) => isSecretName(name, 'query'));
  if (url.username === '' && url.password === '' && secrets.length === 0) return url.href;
  const shown = new URL(url);
  if (shown.username !== '') shown.username = hiddenValue;
  if (shown.password !== '') shown.password = hiddenValue;
  for (const name of secrets) shown.searchParams.set(name, hiddenValue);
  return shown.href.replaceAll(encodeURIComponent(hiddenValue), hiddenValue);
}

const isSecretWord = (name: string): boolean =>
  isSecretName(name.replace(/^-+/, ''), name.startsWith('-') ? 'option' : 'variable');

function quote(word: string): string {
  return /^[\w@%+=:,./\\~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
