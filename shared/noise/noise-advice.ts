// What to do about a line on stdout that is not a message: the change in the server's language, and how clients react to such
// lines. Facts about clients name their source.

import { clients } from '../clients/clients.ts';
import { type Language, languageNames, noiseLanguages, startedBy } from './language.ts';
import { type NoiseCause, noiseCause } from './noise-cause.ts';

interface NoiseFix {
  language: Language;
  name: string;
  /** One sentence before the code. */
  words: string;
  code: string;
}

interface NoiseAdvice {
  cause: NoiseCause;
  /** One if the language is known, otherwise one per language. */
  fixes: NoiseFix[];
  /** What is wrong with the start command, and how to start the server; '' if nothing is. */
  start: string;
}

/** Instead of the print itself. */
const printFixes: Record<Language, [words: string, code: string]> = {
  node: ['Print to stderr instead:', 'console.error(…)   // not console.log'],
  python: ['Print to stderr instead:', 'print(…, file=sys.stderr)'],
  go: ['Print to stderr instead:', 'fmt.Fprintln(os.Stderr, …)   // not fmt.Println'],
  rust: ['Print to stderr instead:', 'eprintln!(…)   // not println!'],
  java: ['Print to stderr instead:', 'System.err.println(…)   // not System.out'],
  dotnet: ['Print to stderr instead:', 'Console.Error.WriteLine(…)   // not Console.WriteLine'],
  php: ['Write to stderr instead:', 'fwrite(STDERR, …);   // not echo'],
  ruby: ['Print to stderr instead:', 'warn …   # not puts'],
  shell: ['Send it to stderr:', 'echo … >&2'],
};

/** Instead of a logger on stdout. */
const loggerFixes: Record<Language, [words: string, code: string]> = {
  node: [
    'Give the logger stderr:',
    'console.log = console.error\npino(pino.destination(2))\nnew winston.transports.Stream({ stream: process.stderr })',
  ],
  python: ['Give the logger stderr:', 'logging.basicConfig(stream=sys.stderr)\nlogging.StreamHandler(sys.stderr)'],
  go: ['Give the logger stderr:', 'log.SetOutput(os.Stderr)\nslog.New(slog.NewTextHandler(os.Stderr, nil))'],
  rust: ['Give the subscriber stderr:', 'tracing_subscriber::fmt().with_writer(std::io::stderr).init();'],
  java: [
    'Give the appender stderr (logback.xml):',
    '<appender name="STDERR" class="ch.qos.logback.core.ConsoleAppender">\n  <target>System.err</target>\n</appender>',
  ],
  dotnet: [
    'Send every level of the console logger to stderr:',
    'builder.Logging.AddConsole(o => o.LogToStandardErrorThreshold = LogLevel.Trace);',
  ],
  php: ['Give the logger stderr:', "new StreamHandler('php://stderr')"],
  ruby: ['Give the logger stderr:', 'Logger.new($stderr)'],
  shell: ['Send it to stderr:', 'echo … >&2'],
};

/** Causes with their own fix, independent of the language. */
const causeFixes: Readonly<Record<string, [language: Language, words: string, code: string]>> = {
  dotenv: [
    'node',
    'Keep dotenv quiet, in the code or in the server’s environment:',
    'dotenv.config({ quiet: true })\nDOTENV_CONFIG_QUIET=true',
  ],
  'package-manager': [
    'node',
    'Let npm be silent, or start the program itself:',
    'npm run --silent start\nnpx --yes --loglevel=error NAME\nnode dist/index.js',
  ],
  spring: [
    'java',
    'Turn the banner off and keep the console clean (application.properties):',
    'spring.main.banner-mode=off\nlogging.pattern.console=\nlogging.file.name=server.log',
  ],
  'dotnet-build': [
    'dotnet',
    'Build beforehand and start what was built:',
    'dotnet build -c Release\ndotnet bin/Release/…/Server.dll',
  ],
  'php-notice': ['php', 'Show errors on stderr:', 'php -d display_errors=stderr server.php'],
  'python-warning': [
    'python',
    'Send warnings through logging, which goes to stderr:',
    'logging.captureWarnings(True)\nlogging.basicConfig(stream=sys.stderr)',
  ],
  traceback: ['python', 'Leave it to stderr:', 'traceback.print_exc(file=sys.stderr)'],
};

const splitFixes: Partial<Record<Language, string>> = {
  node: 'JSON.stringify(message)   // no third argument',
  python: 'json.dumps(message)   # no indent',
  go: 'json.Marshal(message)   // not MarshalIndent',
  rust: 'serde_json::to_string(&message)   // not to_string_pretty',
  java: 'objectMapper.writeValueAsString(message)   // INDENT_OUTPUT off',
  dotnet: 'JsonSerializer.Serialize(message)   // WriteIndented = false',
  php: 'json_encode($message)   // no JSON_PRETTY_PRINT',
  ruby: 'JSON.generate(message)   # not pretty_generate',
};

const loggerCauses = new Set(['logger', 'dated-logger', 'json-logger', 'dotnet-logger']);

export function noiseAdvice(line: string, command: string): NoiseAdvice {
  const cause = noiseCause(line);
  const started = startedBy(command);
  const own = causeFixes[cause.id];
  const known = cause.language ?? started.language;
  return {
    cause,
    fixes: own ? [fix(...own)] : (known ? [known] : noiseLanguages).map((one) => fixIn(one, cause)),
    start: startWords(started),
  };
}

function fixIn(language: Language, cause: NoiseCause): NoiseFix {
  const joined = cause.id === 'split-message' ? splitFixes[language] : undefined;
  if (joined !== undefined) return fix(language, 'Write each message on one line:', joined);
  return fix(language, ...(loggerCauses.has(cause.id) ? loggerFixes : printFixes)[language]);
}

function fix(language: Language, words: string, code: string): NoiseFix {
  return { language, name: languageNames[language], words, code };
}

function startWords({ container, terminal }: ReturnType<typeof startedBy>): string {
  if (terminal)
    return 'The container is started with a terminal (-t), which puts stderr and stdout together: start it with -i alone.';
  if (container)
    return 'What runs in the container is not to be seen from here; the lines below are for the usual languages.';
  return '';
}

interface ClientFact {
  does: string;
  who: string;
  /** The source of this fact. */
  source: string;
}

/** Observed in these versions; others may differ. */
export const clientsAndNoise: readonly ClientFact[] = [
  ...clients.flatMap(({ name, noise }) => (noise ? [{ who: name, ...noise }] : [])),
  { who: 'Clients on the Go SDK', does: 'close the connection', source: 'brave/brave-search-mcp-server#32' },
  { who: 'Clients on the Java SDK', does: 'stop reading, so that calls time out', source: 'mateaix/mateclaw#227' },
  {
    who: 'Clients on the Python SDK',
    does: 'log “Failed to parse JSONRPC message from server” and read on',
    source: 'UKGovernmentBEIS/inspect_ai#3290',
  },
  {
    who: 'Clients on the TypeScript SDK',
    does: 'skip the line: version 1 with an error event, version 2 without a word',
    source: 'the SDK’s own code',
  },
];
