// The current shell scripts of watched entries. When a script changes, its former text goes to watched-forms.ts.

import { bridgeWithout, handOver } from '../../transports/handed-environment.ts';

/** Only positional parameters: some clients would expand `$NAME` before a shell sees it. */
export const wrapScript = (isApp: boolean, words: number): string =>
  `if [ -x "$1" ] && [ -s "$2" ]; then ${handOver}; ${become(isApp)}; fi; shift ${words}; ${withoutPwd}; exec "$@"`;

const become = (isApp: boolean): string => `${isApp ? 'export ELECTRON_RUN_AS_NODE=1; ' : ''}exec "$@"`;

/** Shells set PWD. If the client did not set it, its server must not have it either. */
const withoutPwd = '[ ! -r /proc/$$/environ ] || command -p grep -qz ^PWD= /proc/$$/environ || unset PWD';

/**
 * An address has no original command as a fallback. Without the app's runtime any Node runs the copy of the bridge; without Node the entry
 * says what to do.
 */
export const bridgeScript = (isApp: boolean, words: number): string =>
  `if [ -s "$2" ]; then ${bridgeWithout}; [ -x "$1" ] && { ${become(isApp)}; }; command -v node >/dev/null 2>&1 && { shift; exec node "$@"; }; fi; shift ${words}; printf '%s %s\\n' '${goneWords}' "$1" >&2; exit 127`;

export const goneWords =
  'This entry reaches its server through Misfire, which is gone. Give the client the address itself:';
