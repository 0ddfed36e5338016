// Frames known to break clients, one line each, as bytes without the final line feed. Written by hand, because a serializer would never
// produce most of them.

interface HostileFrame {
  name: string;
  bytes: Buffer;
}

const head = '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"hostile","data":';
const log = (data: string): string => `${head}${data}}}`;
const text = (name: string, line: string): HostileFrame => ({ name, bytes: Buffer.from(line, 'utf8') });
const nested = (depth: number): HostileFrame =>
  text(`nesting ${depth}`, log(`${'['.repeat(depth)}${']'.repeat(depth)}`));

const markup = '<img src=x onerror=alert(1)><script>alert(1)</script>[link](javascript:alert(1))';
const manyKeys = Array.from({ length: 100_000 }, (_, index) => `"key${index}":${index}`).join(',');

export const hostileFrames: readonly HostileFrame[] = [
  nested(1_200),
  nested(5_000),
  nested(100_000),
  text(
    '__proto__ and constructor',
    log('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  ),
  text('lone surrogate', log('"half a pair: \\ud800 end"')),
  {
    name: 'invalid UTF-8',
    bytes: Buffer.concat([Buffer.from(`${head}"bad bytes: `), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from('"}}')]),
  },
  text(
    'markup in every string',
    `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"${markup}","data":{"${markup}":"${markup}"}}}`,
  ),
  text(
    'ANSI, OSC and BEL',
    log(
      '"\\u001b[2J\\u001b[31mred\\u001b[0m \\u001b]0;title\\u0007 \\u001b]8;;http://example.com\\u0007link\\u001b]8;;\\u0007 \\u009b31m"',
    ),
  ),
  text('bidi overrides', log('"user\u202etxt.exe\u202c \u2066left\u2069 \u200fright"')),
  text('NUL', log('"before\\u0000after"')),
  text('duplicate keys', log('{"amount":1,"amount":1000000,"amount":2}')),
  text('error with id null', '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}'),
  text('answer to an unknown id', '{"jsonrpc":"2.0","id":987654321,"result":{"content":[]}}'),
  text('id beyond 2^53', '{"jsonrpc":"2.0","id":9007199254740993,"result":{"content":[]}}'),
  text('batch', `[${log('"first of a batch"')},${log('"second of a batch"')}]`),
  text(
    'result and error together',
    '{"jsonrpc":"2.0","id":"hostile-both","result":{"content":[]},"error":{"code":-32603,"message":"Internal error"}}',
  ),
  text('not JSON', 'Server started on port 8080 (not JSON)'),
  text('truncated JSON', log('"this line stops in the mi').slice(0, -2)),
  text('byte order mark', `\ufeff${log('"after a byte order mark"')}`),
  text('CRLF', `${log('"the line ends in CR LF"')}\r`),
  text('unknown log level', log('"shout"').replace('"level":"info"', '"level":"catastrophic"')),
  text(
    'string as error code',
    '{"jsonrpc":"2.0","id":"hostile-code","error":{"code":"E_OOPS","message":"The code is a word"}}',
  ),
  text('no jsonrpc member', '{"method":"notifications/message","params":{"level":"info","data":"no version"}}'),
  text('1e400, -0 and 20 digits', log('{"huge":1e400,"tiny":-1e400,"zero":-0,"long":12345678901234567890}')),
  text('100,000 keys', log(`{${manyKeys}}`)),
  text('string of 1 MB', log(`"${'m'.repeat(1024 * 1024)}"`)),
  text('string of 12 MB', log(`"${'M'.repeat(12 * 1024 * 1024)}"`)),
];
