// Secrets of many kinds, each where it would stand, for tests. None of them was ever real: they are drawn or made up,
// and put together here so that no scanner of repositories takes them for one.

export interface Planted {
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
