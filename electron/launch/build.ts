// Builds Misfire's programs into dist/: the page, the command line, the sample servers, the watching program, the desktop shell, and the
// library with its types. Everything is bundled, so that the npm package has no dependencies; their licenses are collected on the way. The
// samples share no code with the rest: in the desktop package they are outside of its archive, without its protection. The result replaces
// dist/ atomically, so that a running program never sees half a build.

import { copyFileSync, existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type LogLevel, type Plugin } from 'vite';
import { projectRoot, readFingerprint, stampName } from './build-stamp.ts';
import { writeLibraryTypes } from './library-types.ts';
import { writePastePage } from './paste-page.ts';
import { gatherThirdParty } from './third-party.ts';

// Set for every caller: under a test runner React would use its development build, twice the size and half as fast.
process.env.NODE_ENV = 'production';

const root = projectRoot;
/** Next to dist/, so that the paths in source maps are right after the move. */
const draft = join(root, 'dist.draft');
const logLevel: LogLevel = process.argv.includes('--quiet') ? 'error' : 'info';

const isOutside = (id: string) => id.startsWith('node:') || builtinModules.includes(id) || id === 'electron';
const thirdParty = gatherThirdParty();

const shared = (): InlineConfig => ({
  root,
  configFile: false,
  logLevel,
  clearScreen: false,
  publicDir: false,
  plugins: [withoutExamples, thirdParty.plugin()],
});

/** A program for Node or Electron's main process: one output file per entry, plus chunks for shared code. */
function program(outDir: string, entries: Record<string, string>, format: 'es' | 'cjs', ending: string): InlineConfig {
  const config = shared();
  return {
    ...config,
    plugins: [...(config.plugins ?? []), quickBuiltins],
    resolve: { conditions: ['node'] },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir: join(draft, outDir),
      emptyOutDir: false,
      // Electron 33, on which the desktop stories can run, and the oldest supported Node.
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)])),
        external: (id) => !largeBuiltins.has(id) && isOutside(id),
        output: {
          format,
          entryFileNames: `[name].${ending}`,
          chunkFileNames: `chunks/[name]-[hash].${ending}`,
          // Minified, which saves a third. Functions keep their names, so that stack traces stay readable.
          minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
          ...(format === 'es' && { codeSplitting: { groups: inFewFiles } }),
        },
      },
    },
  };
}

/**
 * Node takes a millisecond for each file: what commands load together is one, with all that it imports. The quickest come first. None
 * awaits at its top level, since what is loaded during that needs it.
 */
const inFewFiles = [
  { name: 'files', test: /[\\/](?:data-folder|foreign-file|json|read-stdin)\.ts$/, priority: 5 },
  { name: 'wrap', test: /[\\/]wrap-command\.ts$/, priority: 4 },
  { name: 'hook', test: /[\\/]hook-command\.ts$/, priority: 3 },
  { name: 'commands', test: /[\\/]cli[\\/](?:process-io|program)\.ts$/, priority: 2 },
  { name: 'decoder', test: /[\\/]decode-command\.ts$/, priority: 1 },
  { name: 'log', test: /[\\/]stored-recording\.ts$/, priority: 0 },
];

/**
 * Importing these reads all of their members, and some of them load streams, consoles or Node's whole fetch. That is a fifth of a command's
 * startup time. Only the other members are read here.
 */
const largeBuiltins = new Set(['node:fs', 'node:http', 'node:process']);

const quickBuiltins: Plugin = {
  name: 'quick-builtins',
  enforce: 'pre',
  // A `require` reads members on use.
  resolveId: (id, _importer, { kind }) => (largeBuiltins.has(id) && kind !== 'require-call' ? `\0${id}` : null),
  load(id) {
    const name = id.slice(1);
    if (id[0] !== '\0' || !largeBuiltins.has(name)) return null;
    const members = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule(name)))
      .filter(([member, { get }]) => !get && /^[a-z]\w*$/i.test(member) && member !== 'default')
      .map(([member]) => member);
    return `const builtin = process.getBuiltinModule('${name}');
export const { ${members.join(', ')} } = builtin;
export default builtin;`;
  },
};

/** The samples bundle whole server libraries, and their stack traces are not needed: names are shortened too. */
function samples(): InlineConfig {
  const config = program('node/samples', sampleEntries(), 'es', 'js');
  const output = config.build?.rolldownOptions?.output;
  if (output && !Array.isArray(output)) output.minify = true;
  return { ...config, plugins: [...(config.plugins ?? []), noEncodingTables] };
}

/** A sample's form parser bundles tables of Chinese, Japanese and Korean encodings, half of its size; forms are UTF-8. */
const noEncodingTables = {
  name: 'no-encoding-tables',
  load: (id: string) => (/iconv-lite[/\\]encodings[/\\]tables[/\\]/.test(id) ? '[]' : null),
};

/** The watching program: one self-contained file, so that it can be copied and survives an update while it runs. */
function watcher(): InlineConfig {
  const config = program('node', { wrap: 'electron/features/watch/programs/main.ts' }, 'cjs', 'cjs');
  const { rolldownOptions } = config.build ?? {};
  return {
    ...config,
    build: {
      ...config.build,
      rolldownOptions: {
        ...rolldownOptions,
        external: (id: string) => id.startsWith('node:') || builtinModules.includes(id),
        output: { ...rolldownOptions?.output, format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  };
}

/** The modules `misfire` and `misfire/errors`, for Node and for browser bundlers. */
function library(entry: string, name: string): InlineConfig {
  const config = shared();
  return {
    ...config,
    plugins: [withoutClientFiles, ...(config.plugins ?? [])],
    build: {
      lib: { entry: join(root, entry), formats: ['es'], fileName: () => name },
      outDir: join(draft, 'library'),
      emptyOutDir: false,
      target: 'es2022',
      sourcemap: true,
      rolldownOptions: {
        output: { minify: true },
      },
    },
  };
}

function page(): InlineConfig {
  return {
    ...shared(),
    root: join(root, 'renderer'),
    // Below its own path in the browser, at the top in the desktop window.
    base: './',
    plugins: [withoutClientFiles, withoutExamples, react(), thirdParty.plugin()],
    build: {
      outDir: join(draft, 'renderer'),
      emptyOutDir: false,
      target: ['chrome120', 'firefox120', 'safari17'],
      sourcemap: true,
      // The content security policy allows only fonts and scripts of our own origin.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 2000,
    },
  };
}

/** The report page: one script and one style, including fonts, which each report contains (shared/formats/report-page.ts). */
function report(): InlineConfig {
  return {
    ...page(),
    build: {
      outDir: join(draft, 'report'),
      emptyOutDir: false,
      target: ['chrome120', 'firefox120', 'safari17'],
      cssCodeSplit: false,
      assetsInlineLimit: 200_000,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(root, 'renderer', 'report', 'main.tsx'),
        output: { format: 'iife', entryFileNames: 'report.js', assetFileNames: 'report.[ext]' },
      },
    },
  };
}

/** The page for pasted errors: one script and one style, combined into one file (paste-page.ts). */
function pastePage(): InlineConfig {
  const config = report();
  const output = { format: 'iife', entryFileNames: 'page.js', assetFileNames: 'page.[ext]' } as const;
  return {
    ...config,
    // It reads parts of transcripts.
    plugins: [
      standIns,
      phrasesInOneLine,
      onlyExplained,
      withoutMembers(
        'settings',
        'hooks',
        'telemetry',
        'logs',
        'alsoKnownAs',
        'callIdIn',
        'opening',
        'limits',
        'noise',
        'places',
        'fits',
        'beside',
      ),
      ...(config.plugins ?? []).filter((plugin) => plugin !== withoutClientFiles),
    ],
    resolve: { alias: smallReact },
    css: { modules: { generateScopedName: shortName } },
    build: {
      ...config.build,
      outDir: join(draft, 'page'),
      rolldownOptions: { input: join(root, 'renderer', 'paste', 'main.tsx'), output },
    },
  };
}

const shortNames = new Map<string, string>();

/** Class names by number: hashes do not compress, and there are hundreds of them. */
function shortName(name: string, file: string): string {
  const key = `${name} ${file}`;
  const known = shortNames.get(key) ?? `c${shortNames.size.toString(36)}`;
  shortNames.set(key, known);
  return known;
}

/** React's DOM alone is a quarter of the page's size budget. Preact runs the same components in a tenth of that. */
const smallReact = [
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react(?:-dom\/client)?$/, replacement: join(root, 'renderer', 'paste', 'stand-ins', 'react.ts') },
];

/** Without a map of its own, which takes the line of the source in what is left. */
const shorter = (code: string) => ({ code, map: null });

/** Rows of rules carry reasons and examples, which only tests read: a quarter of the decoder's size. The formatter fixes how they are laid out. */
const withoutExamples: Plugin = {
  name: 'without-examples',
  enforce: 'pre',
  transform: (code, id) => {
    if (/\/dialects\/places\.ts$/.test(id))
      return shorter(code.replace(/^( {2}'?[a-z -]+'?:)\s+'.{30,}',$/gm, "$1 '',"));
    if (!/\/dialects\/wording-\w+\.ts$|\/did-it-fail\.ts$|\/finding\/signs\.ts$|\/rules\/[\w-]+-rules\.ts$/.test(id))
      return null;
    return shorter(
      code
        .replace(/^ {4}(?:yes|no|breaks|keeps): \[(?:.*\],|\n(?: {5}.*\n)+ {4}\],)\n/gm, '')
        .replace(/^ {4}why:(?:\n {6}.*\n|.*\n)/gm, ''),
    );
  },
};

/** Members of the clients' files that a page or the library never reads. The formatter fixes how they are laid out. */
const withoutMembers = (...names: string[]): Plugin => ({
  name: 'without-members',
  enforce: 'pre',
  transform: (code) => {
    if (!code.includes('= defineClient({')) return null;
    const member = `^( {2}| {4})(?:${names.join('|')}): (?:.*[^[({]\\n|.*\\n(?:\\1 .*\\n)*\\1\\S.*\\n)`;
    return shorter(
      code
        .replace('= defineClient(', '= (')
        .replace(new RegExp(member, 'gm'), '')
        // A reader alone is never chosen, and a name alone never shown.
        .replace(/^ {2}transcripts: \{\n {4}reader:.*\n {2}\},\n/m, '')
        .replace(/\{\n {2}id: .*\n {2}name: .*\n\}/, "{ id: '', name: '' }"),
    );
  },
});

/** The page for pasted errors shows what models get, and reads parts of transcripts: most clients have neither. */
const onlyExplained: Plugin = {
  name: 'only-explained',
  enforce: 'pre',
  transform: (code, id) => {
    if (!id.endsWith('/shared/clients/clients.ts')) return null;
    const others = [...code.matchAll(/^import \{ (\w+) \} from '(\.\/[\w-]+\.ts)';\n/gm)].filter(
      ([, , file = '']) => !/^ {2}seen: | {4}fitsPasted: /m.test(readFileSync(join(dirname(id), file), 'utf8')),
    );
    return others.reduce((left, [line, name]) => left.replace(line, '').replace(`  ${name},\n`, ''), code);
  },
};

/** They read no files of clients. */
const withoutClientFiles = withoutMembers(
  'opening',
  'settings',
  'hooks',
  'telemetry',
  'places',
  'fits',
  'reader',
  'fitsPasted',
  'beside',
);

/** In the source, lists of phrases have line breaks for readability. */
const phrasesInOneLine: Plugin = {
  name: 'phrases-in-one-line',
  enforce: 'pre',
  transform: (code) =>
    code.includes('phraseList')
      ? code.replace(/\blist\(`[^`]*`\)/g, (list) => list.replaceAll(/\s+/g, ' ').replaceAll(', ', ','))
      : null,
};

/** Modules that the card and the decoder import but the page does not need, each replaced by a small one. */
const standInFiles: Readonly<Record<string, string>> = {
  'node_modules/lucide-react/dist/esm/createLucideIcon.mjs': 'renderer/paste/stand-ins/icon.ts',
  'renderer/components/actor-mark.tsx': 'renderer/paste/stand-ins/actor-mark.tsx',
  'renderer/card/fix/fix-problem.ts': 'renderer/paste/stand-ins/fix-problem.ts',
  'shared/exchange/judge-rules.ts': 'renderer/paste/stand-ins/judge-rules.ts',
  'shared/exchange/rule-watch.ts': 'renderer/paste/stand-ins/rule-watch.ts',
  'renderer/components/help.tsx': 'renderer/paste/stand-ins/help.tsx',
  'renderer/components/help-texts.ts': 'renderer/paste/stand-ins/help-texts.ts',
  'renderer/components/value-menu.tsx': 'renderer/paste/stand-ins/value-menu.tsx',
  'renderer/arguments/limit-words.ts': 'renderer/paste/stand-ins/limit-words.ts',
  'renderer/model/detail.ts': 'renderer/paste/stand-ins/detail.ts',
  'renderer/model/known-tools.ts': 'renderer/paste/stand-ins/known-tools.ts',
  'renderer/model/preferences.ts': 'renderer/paste/stand-ins/preferences.ts',
  'renderer/model/selection.ts': 'renderer/paste/stand-ins/selection.ts',
  'shared/mask/own-patterns.ts': 'renderer/paste/stand-ins/own-patterns.ts',
  'shared/decode/silent/client-mistake.ts': 'renderer/paste/stand-ins/client-mistake.ts',
  'shared/decode/silent/sign-in.ts': 'renderer/paste/stand-ins/sign-in.ts',
  'shared/exchange/seen-calls.ts': 'renderer/paste/stand-ins/seen-calls.ts',
  'shared/exchange/summary.ts': 'renderer/paste/stand-ins/summary.ts',
  'shared/exchange/take-seen.ts': 'renderer/paste/stand-ins/take-seen.ts',
  'shared/transcripts/seen-text.ts': 'renderer/paste/stand-ins/seen-text.ts',
  'shared/transcripts/recognize.ts': 'renderer/paste/stand-ins/recognize.ts',
};

const standIns: Plugin = {
  name: 'stand-ins',
  enforce: 'pre',
  async resolveId(id, importer, options) {
    if (!id.startsWith('.') || importer === undefined || importer.includes('/stand-ins/')) return null;
    const found = await this.resolve(id, importer, { ...options, skipSelf: true });
    const file = found && relative(root, found.id).split('\\').join('/');
    const standIn = file && standInFiles[file];
    return standIn ? join(root, standIn) : null;
  },
  /** Keys and icon names are for React and for style sheets. They do not compress. */
  transform(code, id) {
    if (!id.includes('/lucide-react/dist/esm/icons/')) return null;
    return { code: code.replace(/, key: "[^"]*"|name: "[^"]*",/g, ''), map: null };
  },
};

/** Safe inside an HTML page in any encoding: ASCII only, and without text that would end the element. */
function embeddable(script: string): string {
  return (
    script
      // Only there: `/^</` is a regular expression too.
      .replace(/<\/(?=script)/gi, '<\\/')
      .replaceAll('<!--', '<\\!--')
      .replaceAll('<script', '\\x3cscript')
      .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  );
}

/** The page has the same fonts: the report style only names them, and report-viewer.ts inserts them when a report is written. */
function nameFonts(style: string): string {
  const fonts = globSync(join(draft, 'renderer', 'assets', '*.woff2'));
  return fonts.reduce(
    (text, font) => text.replace(`data:font/woff2;base64,${readFileSync(font, 'base64')}`, `font:${basename(font)}`),
    style,
  );
}

/** Each sample's main module, by its path below electron/samples without the extension: `closient/server`. */
function sampleEntries(): Record<string, string> {
  const files = globSync('electron/samples/*/server.ts', { cwd: root });
  return Object.fromEntries(files.map((file) => [entryName(file), file]));
}

function entryName(file: string): string {
  const below = relative('electron/samples', file).split('\\').join('/');
  return `${dirname(below)}/${basename(below, '.ts')}`;
}

/** A thread for every program that keeps a log, next to it (log/search/search-thread.ts). */
const searchWorker = { 'search-worker': 'electron/inspector/log/search/search-worker.ts' };

/** Replaces dist/ with the draft. */
function publish(): void {
  const dist = join(root, 'dist');
  const old = join(root, 'dist.old');
  rmSync(old, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(draft, dist);
  rmSync(old, { recursive: true, force: true });
}

// A program that waits for this build holds a channel to it (ensure-built.ts).
process.once('disconnect', () => process.exit(1));
process.channel?.unref();

// Taken first: files that change during the build are built again next time.
const fingerprint = readFingerprint();
rmSync(draft, { recursive: true, force: true });
try {
  await build(page());
  await build(report());
  const script = join(draft, 'report', 'report.js');
  writeFileSync(script, embeddable(readFileSync(script, 'utf8')));
  const style = join(draft, 'report', 'report.css');
  writeFileSync(style, nameFonts(readFileSync(style, 'utf8')));
  await build(pastePage());
  writePastePage(join(draft, 'page'), embeddable);
  await build(program('node', { cli: 'electron/hosts/cli/main.ts', ...searchWorker }, 'es', 'js'));
  await build(samples());
  await build(watcher());
  await build(library('shared/library/library.ts', 'misfire.js'));
  await build(library('shared/errors/errors.ts', 'errors.js'));
  writeLibraryTypes(join(draft, 'library', 'types'));
  const shell = { main: 'electron/shell/main.ts', inspector: 'electron/shell/inspector-process.ts', ...searchWorker };
  await build(program('shell', shell, 'es', 'js'));
  await build(program('shell', { preload: 'electron/shell/preload.ts' }, 'cjs', 'cjs'));
  // In the desktop package they are separate from Misfire's own package.json.
  writeFileSync(join(draft, 'node', 'samples', 'package.json'), '{ "type": "module" }\n');
  copyFileSync(join(root, 'electron', 'launch', 'bin.cjs'), join(draft, 'node', 'misfire.cjs'));
  copyFileSync(join(root, 'build', 'icon.png'), join(draft, 'shell', 'icon.png'));
  writeFileSync(join(draft, 'third-party-licenses.txt'), thirdParty.text());
  writeFileSync(join(draft, stampName), fingerprint);
  publish();
} catch (problem) {
  rmSync(draft, { recursive: true, force: true });
  console.error(problem instanceof Error ? problem.message : problem);
  process.exitCode = 1;
}
