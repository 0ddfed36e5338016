// Secrets of many kinds, each in its usual position, for tests. All are made up or random, and assembled here so that repository scanners
// ignore them.

import { toBase64 } from '../../text/base64.ts';
import { toUtf8 } from '../utf8.ts';
import { morePlaces } from './planted-more.ts';

interface Planted {
  name: string;
  secret: string;
  text: string;
}

const drawn = (length: number, letters: string, seed: number): string => {
  let state = seed;
  let text = '';
  for (let i = 0; i < length; i += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    text += letters[(state >>> 8) % letters.length];
  }
  return text;
};
const mixed = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const hex = '0123456789abcdef';
const token = (prefix: string, length: number, seed: number, letters = mixed): string =>
  prefix + drawn(length, letters, seed);

const plant = (name: string, secret: string, around: (secret: string) => string): Planted => ({
  name,
  secret,
  text: around(secret),
});
const said = (secret: string): string =>
  JSON.stringify({ content: [{ type: 'text', text: `It was ${secret}, then` }] });
const member = (name: string) => (secret: string) =>
  JSON.stringify({ params: { arguments: { [name]: secret, n: 1 } } });

export const planted: Planted[] = [
  plant('authorization header', token('', 12, 1), (it) => `Authorization: Bearer ${it}`),
  plant('authorization in JSON', token('', 16, 2), (it) =>
    JSON.stringify({ headers: { Authorization: `Bearer ${it}` } }),
  ),
  plant('basic credentials', 'dXNlcjpwYXNzd29yZDEy', (it) => `curl -H "Authorization: Basic ${it}"`),
  plant('bearer in a sentence', token('', 30, 3), (it) => said(`Bearer ${it}`)),
  plant('cookie', `session=${drawn(20, hex, 4)}`, (it) => `Cookie: ${it}`),
  plant('set-cookie in JSON', `sid=${drawn(20, hex, 5)}; Path=/`, (it) => JSON.stringify({ 'set-cookie': it })),
  plant('access token', 'short-one', member('access_token')),
  plant('refresh token', token('', 22, 6), member('refreshToken')),
  plant('API key by its name', drawn(32, hex, 7), member('api_key')),
  plant('client secret', 'ab\\"c-d-e', (it) => `{"client_secret":"${it}","n":1}`),
  plant('password', 'correct horse battery staple', member('password')),
  plant('password as a number', '48151623', (it) => `{"arguments":{"pin":${it},"n":1}}`),
  plant('environment', 'hunter2!', (it) => `DB_PASSWORD=${it} node server.js`),
  plant('command line', 'tok-abcdef', (it) => `server --auth-token ${it} --verbose`),
  plant('argument list', 'abc123def', (it) => JSON.stringify({ args: ['--api-key', it, 'run'] })),
  plant('user and password in an address', 'ann:s3cret', (it) => `postgres://${it}@db.example.org:5432/x`),
  plant('secret query parameter', 'zz9-plural', (it) => said(`https://example.org/cb?code=${it}&x=1`)),
  plant('signed address', drawn(40, hex, 8), (it) => `https://b.example.org/f?X-Amz-Signature=${it}`),
  plant('JWT', `eyJhbGciOiJIUzI1NiJ9.${drawn(40, mixed, 9)}.${drawn(43, mixed, 10)}`, said),
  plant(
    'private key',
    `-----BEGIN RSA PRIVATE KEY-----\n${drawn(64, mixed, 11)}\n-----END RSA PRIVATE KEY-----`,
    (it) => it,
  ),
  plant('private key in JSON', `${drawn(64, mixed, 12)}`, (it) =>
    JSON.stringify({ pem: `-----BEGIN PRIVATE KEY-----\n${it}\n-----END PRIVATE KEY-----\n` }),
  ),
  plant('e-mail address', 'ann.lee+test@mail.example.org', said),
  plant('e-mail after a line break', 'ann@example.org', (it) => JSON.stringify({ text: `Hello\n${it}` })),
  plant('GitHub token', token('ghp_', 36, 13), said),
  plant('GitLab token', token('glpat-', 20, 14), said),
  plant('Slack token', token('xoxb-', 40, 15), said),
  plant('Slack webhook', `T${drawn(8, upper, 16)}/B${drawn(8, upper, 17)}/${drawn(24, mixed, 18)}`, (it) =>
    said(`https://hooks.slack.com/services/${it}`),
  ),
  plant('Stripe key', token('sk_live_', 24, 19), said),
  plant('model provider key', token('sk-', 48, 20), said),
  plant('Google key', token('AIza', 35, 21), said),
  plant('AWS key id', token('AKIA', 16, 22, upper), said),
  plant('AWS secret key', drawn(40, `${mixed}/+`, 23), said),
  plant('npm token', token('npm_', 36, 24), said),
  plant('Telegram bot', `123456789:AA${drawn(33, mixed, 25)}`, said),
  plant('Twilio key', token('SK', 32, 26, hex), said),
  plant('session id', drawn(32, hex, 27), (it) => `mcp-session-id: ${it}`),
  plant('card number', '4111 1111 1111 1111', said),
  plant('random value', drawn(40, mixed, 28), said),
  plant('connection string', drawn(44, mixed, 29), (it) => said(`AccountName=x;AccountKey=${it};Suffix=y`)),
];

const xml = (tag: string) => (secret: string) => `<login><user>ann</user><${tag}>${secret}</${tag}></login>`;
const pair = (name: string, value: string) => (naming: string) => (secret: string) =>
  JSON.stringify({ settings: [{ [name]: naming, [value]: secret, n: 1 }] });
const word = (seed: number): string => `${drawn(6, mixed.slice(26, 52), seed)}-${drawn(4, '23456789', seed + 1)}`;

/** More positions, with made-up values that only their position reveals. */
const inPlaces: Planted[] = (
  [
    ['password in a list', (it) => JSON.stringify({ password: [it] })],
    ['password in a list of lists', (it) => JSON.stringify({ passwords: [['a', it]] })],
    ['pair name/value', pair('name', 'value')('password')],
    ['pair key/value', pair('key', 'value')('api_key')],
    ['pair value before name', (it) => JSON.stringify({ value: it, name: 'DB_PASSWORD' })],
    ['pair with a list', (it) => JSON.stringify({ name: 'token', values: [it] })],
    ['pair of a header', (it) => JSON.stringify({ headers: [{ name: 'X-Api-Key', value: it }] })],
    [
      'header list',
      (it) =>
        JSON.stringify({
          headers: [
            ['Accept', '*/*'],
            ['Authorization', `Bearer ${it}`],
          ],
        }),
    ],
    ['flat header list', (it) => JSON.stringify({ rawHeaders: ['Accept', '*/*', 'X-Api-Key', it] })],
    ['what a validator repeats', (it) => JSON.stringify({ loc: ['body', 'password'], msg: 'too short', input: it })],
    ['what a schema’s check repeats', (it) => JSON.stringify({ instancePath: '/user/password', received: it })],
    ['object under a telling name', (it) => JSON.stringify({ token: { type: 'opaque', value: it } })],
    ['member in another case', (it) => JSON.stringify({ 'Client-Secret': it })],
    ['name behind escapes', (it) => `{"pass\\u0077ord":${JSON.stringify(it)}}`],
    ['duplicate keys', (it) => `{"password":"${it}","password":"‹hidden›"}`],
    ['cut JSON', (it) => `{"a":[1,2],"password":"${it}`],
    ['JSON that begins in the middle', (it) => `","password":"${it}","n":1}`],
    ['JSON lines', (it) => `{"a":1}\n{"password":"${it}"}\n`],
    ['event stream', (it) => `event: message\ndata: {"password":"${it}"}\n\n`],
    ['JSON in a log line', (it) => `2026-11-14 12:00:00 INFO request {"user":"ann","password":"${it}"} took 3 ms`],
    ['Python dictionary', (it) => `KeyError: {'user': 'ann', 'password': '${it}'}`],
    ['JavaScript object', (it) => `{ user: 'ann', password: '${it}' }`],
    ['DB_PASS', (it) => `DB_PASS=${it}`],
    ['exported variable', (it) => `export OPENAI_KEY=${it}`],
    ['quoted variable', (it) => `MYSQL_PWD="${it}" mysqldump shop`],
    ['PGPASSWORD', (it) => `PGPASSWORD=${it} psql -h db`],
    ['dotenv', (it) => `LEVEL=debug\nSMTP_PASS=${it}\nPORT=25\n`],
    ['netrc on one line', (it) => `machine example.org login ann password ${it}`],
    ['netrc on lines', (it) => `machine example.org\n  login ann\n  password ${it}\n`],
    ['mysql -p', (it) => `mysql -u root -p${it} shop`],
    ['-u and -p', (it) => `tool login -u ann -p ${it}`],
    ['sshpass', (it) => `sshpass -p ${it} ssh ann@host`],
    ['docker login', (it) => `docker login -u ann -p ${it} registry.example.org`],
    ['redis-cli -a', (it) => `redis-cli -h cache -a ${it} ping`],
    ['curl -u', (it) => `curl -u ann:${it} https://example.org`],
    ['curl --user=', (it) => `curl --user=ann:${it} https://example.org`],
    ['option with =', (it) => `server --client-secret=${it} --verbose`],
    ['openssl', (it) => `openssl rsa -in k.pem -passin pass:${it}`],
    ['argument list -p', (it) => JSON.stringify({ args: ['--password', it] })],
    ['spoken', (it) => `Your password is ${it}.`],
    ['spoken, in quotes', (it) => `The secret was "${it}", they said`],
    ['spoken beside', (it) => `signed in with password '${it}'`],
    ['key spoken', (it) => `the API key is ${it}`],
    ['with a colon', (it) => `Password: ${it}`],
    ['in a sentence with a colon', (it) => `Login failed for ann (password: ${it})`],
    ['XML element', xml('password')],
    ['XML with a prefix', xml('wsse:Password')],
    ['XML CDATA', (it) => `<apiKey><![CDATA[${it}]]></apiKey>`],
    ['XML attribute', (it) => `<db user="ann" password="${it}"/>`],
    ['XML key and value', (it) => `<add key="ApiKey" value="${it}"/>`],
    ['XML value before key', (it) => `<add value="${it}" key="ApiKey"/>`],
    ['XML property', (it) => `<property name="db.password">${it}</property>`],
    ['YAML', (it) => `db:\n  user: ann\n  password: ${it}\n`],
    ['YAML with quotes', (it) => `secret_key: "${it}"`],
    ['INI', (it) => `[client]\nuser = ann\npassword = ${it}\n`],
    ['TOML', (it) => `api_key = "${it}"`],
    ['connection string', (it) => `Server=db;User Id=ann;Password=${it};Encrypt=true`],
    ['connection string, short', (it) => `Data Source=db;Uid=ann;Pwd=${it};`],
    ['address of a database', (it) => `mongodb+srv://ann:${it}@cluster0.example.org/x`],
    ['redis address', (it) => `redis://:${it}@cache:6379/0`],
    ['access token in a fragment', (it) => `https://example.org/cb#access_token=${it}&token_type=bearer`],
    ['form', (it) => `user=ann&password=${it}&remember=1`],
    ['cookie', (it) => `Cookie: theme=dark1; sid=${it}`],
    ['set-cookie', (it) => `Set-Cookie: session=${it}; Path=/; HttpOnly`],
    ['proxy header', (it) => `Proxy-Authorization: Basic ${it}`],
    ['own header', (it) => `X-Vault-Token: ${it}`],
    ['curl header', (it) => `curl -H 'Authorization: Bearer ${it}' https://example.org`],
    ['bearer in small letters', (it) => `authorization: bearer ${it}`],
    ['Mcp-Session-Id', (it) => `Mcp-Session-Id: ${it}`],
    ['session id in an address', (it) => `https://example.org/messages?sessionId=${it}`],
    ['session id as a member', (it) => JSON.stringify({ sessionId: it })],
    ['after an arrow', (it) => `password => '${it}'`],
    ['in Ruby', (it) => `{:user=>"ann", "password"=>"${it}"}`],
    ['name before a list', (it) => `tokens read: access_token = ["${it}"]`],
    ['environment object', (it) => JSON.stringify({ env: { STRIPE_KEY: it } })],
    ['two levels of JSON', (it) => JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ password: it }) }) })],
  ] as [string, (secret: string) => string][]
).map(([name, around], index) => plant(name, word(100 + index * 7), around));

const elsewhere = morePlaces.map(([name, around], index) => plant(name, word(2000 + index * 7), around));

const base64 = (text: string): string => toBase64(toUtf8(text));
const seed = 'ribbon glove canyon vessel marble orphan tunnel copper lizard window harbor pencil';
const longSeed = `${seed} velvet dragon kitten meadow oxygen parrot quarter rocket salmon timber unicorn walnut`;
/** Values that also have a recognizable shape. */
const shaped: Planted[] = [
  plant('recovery codes', 'k3f9x-7qz2m', (it) => `Your recovery codes:\n${it}\nb8d4w-1nv6t`),
  plant('recovery codes in a row', '9F3K-22QX', (it) => `Backup codes: 7HDM-41ZP, ${it}, 8QQT-90LX`),
  plant('recovery codes of digits', '4815 1623', (it) => `Backup codes:\n1. ${it}\n2. 8471 9920`),
  plant('Digest header', drawn(32, hex, 41), (it) =>
    [
      'Authorization: Digest username="ann", realm="x", nonce="dcd98b7102dd2f0e", uri="/mcp",',
      `nc=00000001, cnonce="0a4f113b", response="${it}", opaque="5ccc069c403ebaf9"`,
    ].join(' '),
  ),
  plant('Digest in a message', drawn(32, hex, 42), (it) => `sent Digest username="ann", uri="/", response=${it}`),
  plant('Digest as a member', drawn(32, hex, 43), (it) =>
    JSON.stringify({ headers: { authorization: `Digest username="ann", response="${it}"` } }),
  ),
  plant('npm _auth', base64('ann:pw-5512-qd'), (it) => `//npm.example.org/:_auth=${it}`),
  plant('kubeconfig client key', base64('a key, kept as text 77'), (it) => `user:\n  client-key-data: ${it}\n`),
  plant('Kubernetes secret', base64('x pw-8812-ww'), (it) => JSON.stringify({ kind: 'Secret', data: { any: it } })),
  plant('Kubernetes secret, data first', base64('y pw-8813-wv'), (it) =>
    JSON.stringify({ data: { any: it }, kind: 'Secret' }),
  ),
  plant('Docker config', base64('ann:pw-4471-xk'), (it) => JSON.stringify({ auths: { 'ghcr.io': { auth: it } } })),
  plant('seed phrase', seed, (it) => it),
  plant('seed phrase in a sentence', seed, (it) => `Your seed phrase is ${it}`),
  plant('seed phrase after a colon', seed, (it) => `Recovery phrase: ${it}.`),
  plant('seed phrase as a member', seed, (it) => JSON.stringify({ mnemonic: it })),
  plant('seed phrase of 24 words', longSeed, (it) => JSON.stringify({ words: it })),
  plant(
    'private key of PuTTY',
    drawn(64, mixed, 44),
    (it) => `PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n${it}\nPrivate-MAC: 00`,
  ),
  plant('JSON web key', drawn(43, mixed, 45), (it) => JSON.stringify({ kty: 'RSA', n: 'abc', d: it })),
  plant('hash of a password', `$2b$12$${drawn(53, mixed, 46)}`, (it) => `ann:${it}`),
  plant('shadow line', `$6$${drawn(8, mixed, 47)}$${drawn(86, mixed, 48)}`, (it) => `ann:${it}:19000:0:99999:7:::`),
  plant('htpasswd line', `$apr1$${drawn(8, mixed, 49)}$${drawn(22, mixed, 50)}`, (it) => `ann:${it}`),
  plant('Azure SAS', drawn(43, mixed, 51), (it) => `https://x.blob.core.windows.net/c?sv=2022-11-02&sig=${it}`),
  plant('Sentry DSN', drawn(32, hex, 52), (it) => `https://${it}@o1.ingest.sentry.io/1`),
  plant(
    'Slack workflow',
    `T${drawn(8, upper, 53)}/A${drawn(8, upper, 54)}/${drawn(20, '0123456789', 55)}`,
    (it) => `https://hooks.slack.com/workflows/${it}`,
  ),
  plant(
    'Discord webhook',
    `${drawn(18, '123456789', 56)}/${drawn(60, mixed, 57)}`,
    (it) => `https://discord.com/api/webhooks/${it}`,
  ),
  plant(
    'Teams webhook',
    `webhookb2/1f2e-aa@bb/IncomingWebhook/${drawn(32, hex, 58)}/1f2e`,
    (it) => `https://x.webhook.office.com/${it}`,
  ),
  plant('JWE', `eyJhbGciOiJkaXIifQ..${drawn(16, mixed, 59)}.${drawn(30, mixed, 60)}.${drawn(22, mixed, 61)}`, said),
  plant('social security number', '219-09-9999', (it) => `SSN: ${it}`),
  plant('Supabase key', token('sb_secret_', 30, 62), said),
  plant('Anthropic key', token('sk-ant-api03-', 60, 63), said),
  plant('Datadog key', drawn(32, hex, 64), (it) => `DD-API-KEY: ${it}`),
  plant('Shopify token', token('shpat_', 32, 65, hex), said),
  plant('Square token', token('EAAA', 60, 66), said),
  plant('GitLab runner', token('glrt-', 20, 67), said),
  plant('Notion key', token('secret_', 43, 68), said),
  plant('Age key', token('AGE-SECRET-KEY-', 58, 69, upper), said),
];

/** Every kind at least once, two hundred in total. */
const digestNonces = ['nonce', 'cnonce'].map((name, index) =>
  plant(`Digest ${name}`, drawn(32, hex, 51 + index), (it) => `Digest realm="x", ${name}="${it}", uri="/"`),
);

export const allPlanted: readonly Planted[] = [...planted, ...inPlaces, ...elsewhere, ...shaped, ...digestNonces];
