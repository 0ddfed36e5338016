// The files of the data folder with any bytes at all in them: whoever owns a file gives a value or a sentence of ours, goes on
// working, and loses nothing: what it cannot read is still there, in the file or beside it.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unsoundness } from '../shared/capture/sound-event.ts';
import { openInspector } from './app/open-inspector.ts';
import { SavedServers } from './inspector/connections/saved-servers.ts';
import { loadDialects } from './inspector/dialects/dialect-folder.ts';
import { Marks, marksInFolder } from './inspector/log/counts/marks.ts';
import { RetentionRule } from './inspector/recordings/retention-rule.ts';
import { SavedCalls } from './inspector/saved/saved-calls.ts';
import { SavedPreferences } from './inspector/saved/saved-preferences.ts';
import { openVault } from './inspector/secrets/open-vault.ts';
import { OpenSpoolFile } from './inspector/spool/spool-file.ts';
import { SpoolPlaces } from './inspector/spool/spool-places.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'misfire-any-bytes-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const config = { name: 'a', transport: { kind: 'stdio', command: 'x', args: [], env: { A: 'b' } } };
const sound = {
  servers: {
    version: 1,
    servers: [
      { id: 'a', colour: 1, config },
      { id: 'new', colour: 2, config: { later: 1 } },
    ],
    more: 1,
  },
  secrets: { version: 1, secrets: { 'a env:A': 'value', 'b header:X': 'other' } },
  marks: {
    version: 2,
    marks: [{ group: 'g1', server: 'a', words: 'w', state: 'resolved', note: 'n', at: 5, version: '1', back: null }],
  },
  calls: { version: 1, last: [{ server: 'a', tool: 't', args: '{}', left: [], at: 1 }], favourites: [] },
  rule: { maxBytes: 5_000_000, maxAgeDays: 9 },
  places: {
    version: 1,
    files: { '1700000000000-5-0001.jsonl': 12 },
    runs: { r: { server: 'a', epochs: { '1': 2 }, ended: false } },
  },
  dialect: { id: 'mine', name: 'Mine', codes: { '-32001': { class: 'not_found', title: 'x', explanation: 'y' } } },
  spool: `${JSON.stringify({ misfire: 1, started: '2026-01-01T00:00:00.000Z', server: 'a', pid: 5, command: ['x'] })}
${JSON.stringify({ t: 1, server: 'a', by: 'client', lane: 'out', text: '{"jsonrpc":"2.0","id":1,"method":"ping"}' })}
${JSON.stringify({ t: 2, server: 'a', lane: 'life', event: 'exited', code: 0 })}
`,
};

interface Owner {
  file: string;
  seed: unknown;
  /** Opens, writes something of its own, and says whether the text was read as it stands. */
  use: (folder: string) => unknown;
  /** Opened again, what `use` wrote is there. */
  again?: (folder: string) => unknown;
  /** A rule that cannot be read counts as the usual one: there is nothing of a person's in it. */
  isKept: boolean;
}

const added = { id: 'z', colour: 3, config: { ...config, name: 'z' } } as never;
const owners: Record<string, Owner> = {
  servers: {
    file: 'servers.json',
    seed: sound.servers,
    isKept: true,
    use: (folder) => {
      const saved = new SavedServers(folder);
      saved.save([...saved.load(), added]);
      expect(typeof saved.notice).toBe('string');
    },
    again: (folder) => expect(new SavedServers(folder).load().map(({ id }) => id)).toContain('z'),
  },
  vault: {
    file: 'secrets.json',
    seed: sound.secrets,
    isKept: true,
    use: async (folder) => {
      const vault = await openVault(folder);
      await vault.set('z', 'kept');
      expect(vault.get('z')).toBe('kept');
    },
    again: async (folder) => expect((await openVault(folder)).get('z')).toBe('kept'),
  },
  marks: {
    file: 'marks.json',
    seed: sound.marks,
    isKept: true,
    use: (folder) => {
      const mark = {
        group: 'z',
        server: 'a',
        words: 'w',
        state: 'expected',
        note: '',
        at: 1,
        version: null,
        back: null,
      };
      new Marks(marksInFolder(folder)).set(mark as never);
    },
    again: (folder) => expect(new Marks(marksInFolder(folder)).get('z')).toBeDefined(),
  },
  calls: {
    file: 'calls.json',
    seed: sound.calls,
    isKept: true,
    use: (folder) =>
      new SavedCalls(folder).keepCall({ server: 'z', tool: 't', args: '{}', as: 'favourite', keep: true }),
    again: async (folder) =>
      expect(await new SavedCalls(folder).keptCalls({ server: 'z' })).toMatchObject({
        value: { favourites: [{ tool: 't' }] },
      }),
  },
  preferences: {
    file: 'preferences.json',
    seed: { theme: 'dark', filters: [] },
    isKept: false,
    use: (folder) => new SavedPreferences(folder).keepPreferences({ text: '{"theme":"light"}' }),
    again: (folder) => expect(new SavedPreferences(folder).text).toBe('{"theme":"light"}'),
  },
  retention: {
    file: 'retention.json',
    seed: sound.rule,
    isKept: false,
    use: (folder) => {
      const rule = new RetentionRule(folder);
      expect(rule.get()).toMatchObject({ maxAgeDays: expect.toSatisfy((days) => days === null || days >= 1) });
      rule.set({ maxBytes: null, maxAgeDays: 3 });
    },
    again: (folder) => expect(new RetentionRule(folder).get()).toEqual({ maxBytes: null, maxAgeDays: 3 }),
  },
  'spool places': {
    file: 'places.json',
    seed: sound.places,
    isKept: false,
    use: (folder) => {
      const places = new SpoolPlaces(folder);
      places.files.set('z', 4);
      places.save();
    },
    again: (folder) => expect(new SpoolPlaces(folder).files.get('z')).toBe(4),
  },
  'a spool file': {
    file: '1700000000000-5-0001.jsonl',
    seed: sound.spool,
    isKept: true,
    use: async (folder) => {
      const path = join(folder, '1700000000000-5-0001.jsonl');
      for (const from of [0, 40]) {
        const file = new OpenSpoolFile(path, from);
        for (let more = true, turns = 0; more && turns < 200; turns += 1) {
          const portion = await file.read(64);
          for (const event of portion.events) expect(unsoundness(event)).toBe('');
          more = portion.more;
        }
        expect(file.place).toBeLessThanOrEqual(Math.max(from, statSync(path).size));
      }
    },
  },
  dialects: {
    file: 'mine.json',
    seed: sound.dialect,
    isKept: true,
    use: (folder) => {
      const { own, problems } = loadDialects(folder);
      expect(own.length + problems.length).toBeGreaterThan(0);
    },
  },
};

const pieces = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ',',
  ':',
  '\n',
  '\\',
  'null',
  '1e999',
  '__proto__',
  '\u0000',
  '\ufeff',
  '\u2028',
];
const edits = fc.array(fc.tuple(fc.nat(2000), fc.nat(30), fc.oneof(fc.constantFrom(...pieces), fc.string())), {
  minLength: 1,
  maxLength: 4,
});
const textOf = (seed: unknown): string => (typeof seed === 'string' ? seed : JSON.stringify(seed, null, 2));
/** Any bytes, a sound text with pieces cut or put in, a sound value with one member replaced. */
const anyBytes = (seed: unknown) =>
  fc.oneof(
    fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)),
    fc.json().map((text) => Buffer.from(text)),
    edits.map((all) => {
      let text = textOf(seed);
      for (const [at, cut, put] of all) {
        const place = at % (text.length + 1);
        text = text.slice(0, place) + put + text.slice(place + cut);
      }
      return Buffer.from(text.toWellFormed());
    }),
    fc.tuple(fc.nat(40), fc.jsonValue()).map(([which, value]) => {
      let count = 0;
      const text = typeof seed === 'string' ? '{}' : textOf(seed);
      return Buffer.from(JSON.stringify(JSON.parse(text, (_, old) => (count++ === which ? value : old))) ?? '');
    }),
  );

/** Everything that any file of the folder holds. */
const allTexts = (folder: string): string[] =>
  readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));

/** Each string of a JSON text; of anything else, the text itself. */
function wordsOf(text: string): string[] {
  try {
    const words: string[] = [];
    JSON.parse(text, (_, value) => {
      if (typeof value === 'string') words.push(JSON.stringify(value));
      return value;
    });
    return words;
  } catch {
    return [text];
  }
}

describe.each(Object.entries(owners))('%s', (_name, { file, seed, use, again, isKept }) => {
  test('any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes(seed), async (bytes) => {
        const folder = mkdtempSync(join(root, 'f-'));
        writeFileSync(join(folder, file), bytes);
        await use(folder);
        await again?.(folder);
        if (isKept) {
          const before = bytes.toString('utf8');
          const after = allTexts(folder);
          const isBeside = after.includes(before);
          // Read, or kept whole beside: no word of it is gone.
          if (!isBeside) for (const word of wordsOf(before)) expect(after.join('\n')).toContain(word);
        }
        expect(({} as { x?: number }).x).toBeUndefined();
        rmSync(folder, { recursive: true });
      }),
    );
  });
});

test('Misfire starts though there are folders in the places of its files, and leaves them', {
  timeout: 60_000,
}, async () => {
  const dataDir = mkdtempSync(join(root, 'd-'));
  const names = ['servers.json', 'secrets.json', 'marks.json', 'calls.json', 'retention.json', 'dialects/mine.json'];
  for (const name of names) mkdirSync(join(dataDir, name, 'inside'), { recursive: true });
  const abilities = { openExternal: false, secureStorage: false };
  const inspector = await openInspector({ dataDir, version: '0', abilities });
  expect(await inspector.api.hello({})).toMatchObject({ ok: true });
  expect(await inspector.api.snapshot({})).toMatchObject({ ok: true });
  await inspector.close();
  const left = readdirSync(dataDir, { recursive: true }).filter((name) => String(name).endsWith('inside'));
  expect(left).toHaveLength(names.length);
});
