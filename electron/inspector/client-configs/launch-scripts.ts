// The shell scripts in watched entries. They are short: the rest is in the launcher file, in the data folder. When a script changes, its
// former text goes to watched-forms.ts.

/** Without the launcher file the rest of the script runs. Only positional parameters: some clients expand `$NAME` before a shell sees it. */
const launch = '[ -f "$1" ] && [ -r "$1" ] && . "$1"';

/** `words`: how many precede the original command. */
export const wrapScript = (words: number): string => `${launch}; shift ${words}; ${withoutPwd}; exec "$@"`;

/** Shells set PWD. If the client did not set it, its server must not have it either. */
const withoutPwd = '[ ! -r /proc/$$/environ ] || command -p grep -qz ^PWD= /proc/$$/environ || unset PWD';

/** An address has no original command as a fallback, so the entry says what to do. */
export const bridgeScript = (words: number): string =>
  `${launch}; shift ${words}; printf '%s %s\\n' '${goneWords}' "$1" >&2; exit 127`;

export const goneWords =
  'This entry reaches its server through Misfire, which is gone. Give the client the address itself:';
