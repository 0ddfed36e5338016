import { expect, test } from 'vitest';
import { AddressGuard, isLoopbackHost, type Reach, reachOf } from './address-guard.ts';

test.each<[string, Reach]>([
  ['127.0.0.1', 'loopback'],
  ['127.8.9.1', 'loopback'],
  ['0.0.0.0', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:10.1.2.3', 'private'],
  ['10.0.0.1', 'private'],
  ['172.31.255.1', 'private'],
  ['172.32.0.1', 'public'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'private'],
  ['169.254.169.254', 'link_local'],
  ['::ffff:169.254.169.254', 'link_local'],
  ['fe80::1', 'link_local'],
  ['fd00::1', 'private'],
  ['64:ff9b::7f00:1', 'private'],
  ['203.0.113.7', 'public'],
  ['2606:4700::1111', 'public'],
])('%s is %s', (address, reach) => expect(reachOf(address)).toBe(reach));

test.each([
  ['https://203.0.113.7/mcp', 'http://127.0.0.1:8080/', 'on this machine'],
  ['https://203.0.113.7/mcp', 'http://2130706433/', 'on this machine'],
  ['https://203.0.113.7/mcp', 'http://[::ffff:7f00:1]/', 'on this machine'],
  ['https://203.0.113.7/mcp', 'https://192.168.0.1/', 'in a private network'],
  ['https://203.0.113.7/mcp', 'http://169.254.169.254/latest/meta-data', 'link-local'],
  ['https://192.168.0.9/mcp', 'http://127.0.0.1/', 'on this machine'],
  ['http://127.0.0.1:9/mcp', 'http://169.254.169.254/', 'link-local'],
])('a server at %s may not name %s', async (server, target, where) => {
  const guard = await AddressGuard.of(new URL(server));
  expect(guard.problemWith(new URL(target))?.message).toContain(where);
});

test.each([
  ['http://127.0.0.1:9/mcp', 'http://127.0.0.1:10/'],
  ['http://localhost:9/mcp', 'http://127.0.0.1:10/'],
  ['http://127.0.0.1:9/mcp', 'https://203.0.113.7/'],
  ['https://192.168.0.9/mcp', 'https://10.0.0.1/'],
])('a server at %s may name %s', async (server, target) => {
  const guard = await AddressGuard.of(new URL(server));
  expect(guard.problemWith(new URL(target))).toBeNull();
});

test('checks the addresses that a name resolves to', async () => {
  const guard = await AddressGuard.of(new URL('https://203.0.113.7/mcp'));
  const problem = await new Promise((resolve) => guard.lookup('localhost', { all: true }, resolve));
  expect(problem).toMatchObject({ code: 'BLOCKED' });
  const local = await AddressGuard.of(new URL('http://127.0.0.1/mcp'));
  const fine = await new Promise((resolve) => local.lookup('localhost', { all: true }, resolve));
  expect(fine).toBeNull();
});

test('recognizes the names of this machine', () => {
  expect(isLoopbackHost(new URL('http://localhost:1/'))).toBe(true);
  expect(isLoopbackHost(new URL('http://[::1]:1/'))).toBe(true);
  expect(isLoopbackHost(new URL('http://localhost.example/'))).toBe(false);
});
