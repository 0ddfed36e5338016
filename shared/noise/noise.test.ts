import { describe, expect, it } from 'vitest';
import { startedBy } from './language.ts';
import { noiseAdvice } from './noise-advice.ts';
import { noiseCause } from './noise-cause.ts';

describe('the cause of a line', () => {
  const lines: [string, string][] = [
    ['[dotenv@17.2.3] injecting env (0) from .env -- tip: 🔐 prevent building', 'dotenv'],
    ['◇ injected env (8) from .env // tip: ◈ encrypted .env', 'dotenv'],
    ['npm warn exec The following package was not found and will be installed', 'package-manager'],
    ['> my-server@1.0.0 start', 'package-manager'],
    ['> tsc && node dist', 'package-manager'],
    ['added 12 packages in 3s', 'package-manager'],
    [' :: Spring Boot ::                (v3.4.1)', 'spring'],
    ['  .   ____          _            __ _ _', 'spring'],
    ['2026-01-31T10:00:00.123Z  INFO 4711 --- [main] c.e.Server : Started', 'spring'],
    ['info: Microsoft.Hosting.Lifetime[14]', 'dotnet-logger'],
    ['      Now listening on: http://localhost:5000', 'dotnet-logger'],
    ['  Determining projects to restore...', 'dotnet-build'],
    ['PHP Warning:  Undefined variable $a in /srv/x.php on line 3', 'php-notice'],
    ['Deprecated: Creation of dynamic property in /srv/x.php on line 3', 'php-notice'],
    ['/usr/lib/python3/x.py:12: DeprecationWarning: old', 'python-warning'],
    ['Traceback (most recent call last):', 'traceback'],
    ['{', 'split-message'],
    ['  "jsonrpc": "2.0",', 'split-message'],
    ['{ level: 30, msg: "this is an object, and no JSON" }', 'object-dump'],
    ["  dataType: 'console-log',", 'object-dump'],
    ['{"level":30,"time":1,"msg":"started"}', 'json-logger'],
    ['Downloading model.bin', 'progress'],
    ['[=====>      ] 42%', 'progress'],
    ['[DEBUG] 2025-09-11 connecting', 'logger'],
    ['Debug: connecting to the database...', 'logger'],
    ['2026-01-31 10:00:00,123 - INFO - ready', 'logger'],
    ['\u001b[32minfo\u001b[39m: ready', 'logger'],
    ['2026/01/31 10:00:00 got a request', 'dated-logger'],
    ['=== listening ===', 'banner'],
    ['🖥️ Server mode: STDIO', 'banner'],
    ['STDIO MCP Server started', 'banner'],
    ['\ufeff{"jsonrpc":"2.0"}', 'byte-order-mark'],
    ['', 'blank'],
    ['fetched 3 rows', 'print'],
    ['here', 'print'],
  ];
  for (const [line, cause] of lines)
    it(`${cause}: ${JSON.stringify(line).slice(0, 50)}`, () => expect(noiseCause(line).id).toBe(cause));

  it('is found quickly in lines of any length', () => {
    for (const part of ['a ', '{', '[', '=', ' ', '\\', '2026-', '\u001b[', 'server ', '"a":'])
      expect(noiseCause(part.repeat(300_000)).words).not.toBe('');
  });
});

describe('the language of a command', () => {
  const commands: [string, string | null][] = [
    ['npx -y some-mcp', 'node'],
    ['/usr/local/bin/node dist/index.js', 'node'],
    ['"C:\\Program Files\\nodejs\\npx.cmd" -y some-mcp', 'node'],
    ['cmd /c npx -y some-mcp', 'node'],
    ['env API=1 uvx some-mcp', 'python'],
    ['uv run server.py', 'python'],
    ['python3.12 -m server', 'python'],
    ['/opt/app/.venv/bin/python -m x', 'python'],
    ['go run ./cmd/server', 'go'],
    ['cargo run --release', 'rust'],
    ['java -jar server.jar', 'java'],
    ['dotnet run --project x', 'dotnet'],
    ['php server.php', 'php'],
    ['bundle exec ruby server.rb', 'ruby'],
    ['bash -c "cd /srv && node x.js"', 'node'],
    ['./serve.sh', 'shell'],
    ['./server --stdio', null],
    ['', null],
  ];
  for (const [command, language] of commands)
    it(command || 'none', () => expect(startedBy(command).language).toBe(language));

  it('is unknown in a container, but its terminal is found', () => {
    expect(startedBy('docker run -i --rm mcp/fetch')).toEqual({ language: null, container: true, terminal: false });
    expect(startedBy('docker run -it mcp/fetch')).toMatchObject({ terminal: true });
  });
});

describe('advice', () => {
  it('is for the language of the server', () => {
    expect(noiseAdvice('here', 'uvx some-mcp').fixes).toEqual([
      { language: 'python', name: 'Python', words: 'Print to stderr instead:', code: 'print(…, file=sys.stderr)' },
    ]);
    expect(noiseAdvice('INFO ready', 'go run .').fixes[0]?.code).toContain('log.SetOutput(os.Stderr)');
  });

  it('is for the cause if that is more specific', () => {
    expect(noiseAdvice('[dotenv@17.2.3] injecting env (0) from .env', 'npx x').fixes[0]?.code).toContain('quiet: true');
    expect(noiseAdvice('  "jsonrpc": "2.0",', 'node x.js').fixes[0]?.code).toContain('JSON.stringify(message)');
  });

  it('is for several languages if none is known, and mentions the terminal of a container', () => {
    expect(noiseAdvice('here', './server').fixes.length).toBeGreaterThan(5);
    expect(noiseAdvice('here', 'docker run -it x').start).toContain('-t');
  });
});
