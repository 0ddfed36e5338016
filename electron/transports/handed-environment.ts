// How a watched entry passes the client's environment past Misfire's runtime. `NODE_OPTIONS` and similar variables act before any code of
// ours. A shell drops names it cannot hold and adds its own. So the entry's shell copies the environment into variables of ours and removes
// what would affect the runtime. The wrap reads the copy for its server. Owns the shell text and the reading; launcher.ts and
// server-environment.ts call them.

/** Prefixes of variables that affect Node, Electron, OpenSSL or libuv at start. */
const prefixes = 'NODE|ELECTRON|OPENSSL|SSL|UV';
const isRemoved = new RegExp(`^(?:${prefixes})_`);

/** Variables of 120,000 characters each, because Linux limits their length. */
const parts = [1, 2, 3, 4, 5, 6, 7, 8];
const partName = (part: number): string => `MISFIRE_ENVIRON_${part}`;

const parameters = parts.map((part) => `${partName(part)}="$${part}"`).join(' ');
const removed = `command -p sed -nE "s/^export ((${prefixes})_[A-Za-z0-9_]*)=.*/\\1/p"`;

/**
 * Copies everything or changes nothing: the period at the end proves that all was read. The first variable names this process, which `exec`
 * keeps, so that no client can have set it. Linux has the bytes in /proc, unless that shows other process numbers. Elsewhere only the text
 * of `env` exists. `command -p` needs no PATH. There is no `$NAME`, because some clients expand those before a shell sees them.
 */
export const handOver = [
  `hand() { case "$*" in *.) [ $# -le ${parts.length} ]`,
  ` && export ${partName(0)}="$$ $#" ${parameters} && unset $(export -p | ${removed});; esac; }; `,
  'if [ /proc/$$ -ef /proc/self ]; then hand $(command -p base64 -w 120000 </proc/$$/environ && echo .); ',
  'else hand $(command -p env | { command -p base64 && echo .; } | command -p tr -d "\\n" | command -p fold -w 120000); fi 2>/dev/null',
].join('');

/** Removed before a bridge starts. Certificates and proxies stay: the bridge connects to the server itself. */
export const bridgeWithout =
  'unset NODE_OPTIONS NODE_DEBUG NODE_DEBUG_NATIVE NODE_V8_COVERAGE NODE_PENDING_DEPRECATION NODE_PATH NODE_ICU_DATA NODE_CHANNEL_FD NODE_UNIQUE_ID NODE_COMPILE_CACHE NODE_REDIRECT_WARNINGS NODE_PRESERVE_SYMLINKS NODE_PRESERVE_SYMLINKS_MAIN NODE_REPL_EXTERNAL_MODULE';

/** On Windows the launcher renames the variables it knows by name. */
export const movedPrefix = 'MISFIRE_MOVED_';
export const movedNames: readonly string[] = [
  'NODE_OPTIONS',
  'NODE_DEBUG',
  'NODE_DEBUG_NATIVE',
  'NODE_V8_COVERAGE',
  'NODE_EXTRA_CA_CERTS',
  'NODE_PENDING_DEPRECATION',
  'NODE_PATH',
  'NODE_ICU_DATA',
  'NODE_CHANNEL_FD',
  'NODE_UNIQUE_ID',
  'NODE_COMPILE_CACHE',
  'NODE_REDIRECT_WARNINGS',
  'NODE_PRESERVE_SYMLINKS',
  'NODE_PRESERVE_SYMLINKS_MAIN',
  'NODE_REPL_EXTERNAL_MODULE',
  'OPENSSL_CONF',
  'ELECTRON_RUN_AS_NODE',
];

type Variables = Readonly<Record<string, string | undefined>>;

/** Each variable as its bytes, `NAME=VALUE`; null: nothing was passed to this process. */
export function readHanded(env: Variables, pids: readonly number[]): Buffer[] | null {
  const [, pid, count] = /^(\d+) (\d)$/.exec(env[partName(0)] ?? '') ?? [];
  if (pid === undefined || !pids.includes(Number(pid))) return null;
  const text = parts.slice(0, Number(count)).map((part) => env[partName(part)] ?? '');
  const bytes = Buffer.from(text.join('').replace('.', ''), 'base64');
  return bytes.length === 0 || bytes.includes(0) ? split(bytes, 0) : withRemoved(env, bytes);
}

/** Text of lines, where a value with line breaks is ambiguous: used only for the removed variables. */
function withRemoved(env: Variables, bytes: Buffer): Buffer[] {
  const removedLines = split(bytes, 10).filter((line) => isRemoved.test(line.toString('latin1')));
  const kept = Object.entries(env).filter(([name]) => !isOwn(name) && name !== 'ELECTRON_RUN_AS_NODE');
  return [...kept.map(([name, value]) => Buffer.from(`${name}=${value}`)), ...removedLines];
}

const isOwn = (name: string): boolean => /^MISFIRE_ENVIRON_[0-8]$/.test(name);

function split(bytes: Buffer, at: number): Buffer[] {
  const found: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(at, start);
    const next = end < 0 ? bytes.length : end;
    found.push(bytes.subarray(start, next));
    start = next + 1;
  }
  return found;
}
