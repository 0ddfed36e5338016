// The mutants: the changes, and the tests that must detect them. Add one for each new guarantee of the kind "never".
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are fragments of source

interface Mutant {
  name: string;
  file: string;
  /** Occurs exactly once in the file. */
  from: string;
  to: string;
  /** Files or folders whose tests kill it. */
  tests: string[];
}

export const mutants: Mutant[] = [
  {
    name: 'redirects are followed to another origin',
    file: 'electron/transports/http-client.ts',
    from: 'return target.origin === from.origin ? target : null;',
    to: 'return target;',
    tests: ['electron/transports/hostile-http.test.ts'],
  },
  {
    name: 'secrets in percent encoding are not read',
    file: 'shared/mask/undo-encodings.ts',
    from: '      return decodeURIComponent(written);',
    to: '      return written;',
    tests: ['shared/mask'],
  },
  {
    name: 'a batch that was cut short is taken for whole',
    file: 'renderer/model/keep-in-step.ts',
    from: 'if (missed || fresh.some((batch) => batch.truncated)) {',
    to: 'if (missed) {',
    tests: ['renderer/model/keep-in-step.test.ts'],
  },
  {
    name: 'a dialect’s rows lose whose fault it is',
    file: 'shared/decode/finding/advise.ts',
    from: 'return meaning?.fault ?? advice',
    to: 'return advice',
    tests: ['shared/dialects/parse-dialect.test.ts'],
  },
  {
    name: 'the decoder finds nothing',
    file: 'shared/decode/decode.ts',
    from: 'const failure = http?.step === undefined ? decodeExchange(account, context) : decodeStep(account, context);',
    to: 'const failure = http?.step === undefined ? null : decodeStep(account, context);',
    tests: ['shared/decode/decode.test.ts'],
  },
  {
    name: 'a line without an end is kept however long it grows',
    file: 'electron/transports/line-framer.ts',
    from: 'const take = Math.min(bytes.length, this.#limit - this.#kept);',
    to: 'const take = bytes.length;',
    tests: ['electron/transports/line-framer.test.ts'],
  },
  {
    name: 'the id of an event that was cut off is sent back',
    file: 'electron/transports/sse-reader.ts',
    from: 'if (id !== undefined && !partial)',
    to: 'if (id !== undefined)',
    tests: ['electron/transports/sse-reader.test.ts'],
  },
  {
    name: 'ids are paired by the double that stands for them',
    file: 'shared/exchange/exact-number.ts',
    from: 'return written === null ? idKey(id) : ownText(exactNumber(written));',
    to: 'return idKey(id);',
    tests: ['shared/exchange/exact-ids.test.ts'],
  },
  {
    name: 'a name that comes twice is not noticed',
    file: 'shared/exchange/frame-remarks.ts',
    from: '  if (names.has(name)) return true;',
    to: '',
    tests: ['shared/exchange/exact-ids.test.ts'],
  },
  {
    name: 'an object of a million members is parsed whole',
    file: 'shared/json/json.ts',
    from: 'const kept = withoutExcess(text) ?? text;',
    to: 'const kept = text;',
    tests: ['shared/json/wide-json.test.ts'],
  },
  {
    name: 'a list of servers is written over the other copy’s',
    file: 'electron/inspector/connections/saved-servers.ts',
    from: 'const merged = merge(entries, servers, this.#known);',
    to: 'const merged = merge([], servers, new Map());',
    tests: ['electron/inspector/two-copies.test.ts'],
  },
  {
    name: 'two copies write a file at the same time',
    file: 'electron/inspector/saved/shared-file.ts',
    from: 'const release = lock(`${path}.lock`);',
    to: 'const release = () => {};',
    tests: ['electron/inspector/two-copies.test.ts'],
  },
  {
    name: 'an export works through 200 messages in one go',
    file: 'electron/inspector/recordings/export-text.ts',
    from: '  return Math.max(1, Math.min(eventPage, room, events.length * 4));',
    to: '  return eventPage;',
    tests: ['electron/inspector/recordings/no-freeze.test.ts'],
  },
  {
    name: 'a foreign Host is let in',
    file: 'electron/hosts/web-gate.ts',
    from: ' || !hosts.has(host)',
    to: '',
    tests: ['electron/hosts/web-host.test.ts'],
  },
  {
    name: 'a sign-in link works twice',
    file: 'electron/hosts/web-gate.ts',
    from: '      open.delete(known);\n',
    to: '',
    tests: ['electron/hosts/web-host.test.ts'],
  },
  {
    name: 'the format of a file depends on how it was cut into parts',
    file: 'shared/formats/read-any.ts',
    from: "this.format = 'capture';",
    to: "this.format ??= 'capture';",
    tests: ['shared/formats'],
  },
  {
    name: 'an answer is paired with a call of another connection',
    file: 'shared/exchange/pairing.ts',
    from: 'return `${epoch}\\n${server}`;',
    to: 'return server;',
    tests: ['shared/exchange/pairing.test.ts'],
  },
  {
    name: 'a damaged log is thrown away',
    file: 'electron/inspector/log/store/damaged-file.ts',
    from: '    linkSync(path, aside);',
    to: '    rmSync(path);',
    tests: ['electron/inspector/log/store/salvage.test.ts'],
  },
  {
    name: 'after a broken page nothing more is read',
    file: 'electron/inspector/log/store/salvage.ts',
    from: '    else keepBetween(after + 1, after + idRange);',
    to: '    else break;',
    tests: ['electron/inspector/log/store/salvage.test.ts'],
  },
];
