// Detects a server's programming language from the command that starts it. Looks through launchers such as env and docker.

import { splitWords } from '../server-text/split-words.ts';

export const noiseLanguages = ['node', 'python', 'go', 'rust', 'java', 'dotnet', 'php', 'ruby', 'shell'] as const;
export type Language = (typeof noiseLanguages)[number];

export const languageNames: Record<Language, string> = {
  node: 'JavaScript and TypeScript',
  python: 'Python',
  go: 'Go',
  rust: 'Rust',
  java: 'Java and Kotlin',
  dotnet: '.NET',
  php: 'PHP',
  ruby: 'Ruby',
  shell: 'a shell script',
};

export interface Started {
  /** null: the command does not show it. */
  language: Language | null;
  /** In a container, so the program inside is unknown. */
  container: boolean;
  /** The container has a terminal, which merges stderr and stdout. */
  terminal: boolean;
}

const programs: Readonly<Record<string, Language>> = {
  node: 'node',
  nodejs: 'node',
  npx: 'node',
  npm: 'node',
  pnpm: 'node',
  yarn: 'node',
  tsx: 'node',
  'ts-node': 'node',
  bun: 'node',
  bunx: 'node',
  deno: 'node',
  electron: 'node',
  python: 'python',
  python3: 'python',
  py: 'python',
  pythonw: 'python',
  uv: 'python',
  uvx: 'python',
  pipx: 'python',
  poetry: 'python',
  hatch: 'python',
  fastmcp: 'python',
  go: 'go',
  cargo: 'rust',
  java: 'java',
  jbang: 'java',
  mvn: 'java',
  gradle: 'java',
  gradlew: 'java',
  kotlin: 'java',
  dotnet: 'dotnet',
  dnx: 'dotnet',
  php: 'php',
  composer: 'php',
  ruby: 'ruby',
  bundle: 'ruby',
  rake: 'ruby',
};
const endings: Readonly<Record<string, Language>> = {
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  ts: 'node',
  mts: 'node',
  py: 'python',
  pyz: 'python',
  jar: 'java',
  dll: 'dotnet',
  csproj: 'dotnet',
  php: 'php',
  phar: 'php',
  rb: 'ruby',
  go: 'go',
  sh: 'shell',
};
/** They start the program after them. */
const starters = new Set([
  'env',
  'sudo',
  'nice',
  'nohup',
  'timeout',
  'cmd',
  'start',
  'exec',
  'arch',
  'stdbuf',
  'dotenvx',
  'op',
  'doppler',
  'mise',
  'asdf',
]);
const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'fish']);
const containers = new Set(['docker', 'podman', 'nerdctl']);

/** `command` is the whole line as typed. */
export function startedBy(command: string): Started {
  const words = (splitWords(command.slice(0, 4000)) ?? command.slice(0, 4000).split(/\s+/)).slice(0, 60);
  const found: Started = { language: null, container: false, terminal: false };
  for (const [at, word] of words.entries()) {
    const name = baseName(word);
    if (containers.has(name)) {
      const flags = words.slice(at + 1).filter((flag) => flag.startsWith('-'));
      return {
        ...found,
        container: true,
        terminal: flags.some((flag) => flag === '--tty' || /^-[a-z]*t[a-z]*$/.test(flag)),
      };
    }
    if (shells.has(name)) {
      const inner = words[words.indexOf('-c', at) + 1];
      const script = words.indexOf('-c', at) >= 0 && inner ? startedBy(inner).language : null;
      return { ...found, language: script ?? 'shell' };
    }
    const language = languageOf(name, word);
    if (language) return { ...found, language };
    // A name, a flag or a setting of a launcher; anything else is the program itself.
    if (!starters.has(name) && !/^[-/]|^\w+=/.test(word)) break;
  }
  const ending = words.map((word) => languageOf('', word)).find((language) => language !== null);
  return { ...found, language: ending ?? null };
}

function languageOf(name: string, word: string): Language | null {
  const plain = name.replace(/(?<![\d.])[\d.]+$/, '') || name;
  for (const known of [name, plain]) if (Object.hasOwn(programs, known)) return programs[known] as Language;
  const ending = /\.([a-z]{2,6})$/i.exec(word)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(endings, ending) ? (endings[ending] as Language) : null;
}

function baseName(word: string): string {
  return (word.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.(?:exe|cmd|bat|ps1)$/, '');
}
