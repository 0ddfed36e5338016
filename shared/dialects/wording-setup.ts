// Phrases for what the server's operator must set up: a credential, a setting, a file or a program. None of these is in the arguments of
// a call, so no advice suggests correcting those.

import { phraseList as list } from './dialect.ts';
import type { PhraseSource } from './dialect-schema.ts';

/** Every start with every ending. */
function pairs(beginnings: readonly string[], endings: readonly string[]): string[] {
  return beginnings.flatMap((beginning) => endings.map((ending) => `${beginning} ${ending}`));
}

const credentials = list(`
      api key, api keys, apikey, api token, access token, auth token, authentication token, bearer token, access key,
      secret key, client secret, client id, credentials, service account key, service account file,
      service account json, service account credentials, personal access token, refresh token, bot token, app token,
      license key, subscription key, auth key, app key, license, licence, app secret, app password, api secret,
      oauth client, api credentials, oauth credentials, login credentials, access keys, user token, account token
    `);

/** `token` and `key` alone may also belong to pages, caches and objects: only clear sentences count. */
const bare = list(`
      token is not set, token not set, token is not configured, token not configured, no token configured,
      no .. token configured, no .. key configured, no token found, no token provided, token must be set,
      token not provided, token was not provided, token is missing, no secret, no .. secret, secret is not set,
      secret not set, secret is missing, secret is required
    `);

const variables = ['environment variable*', 'env var*', 'env variable*', 'environment variables'];

export const setup: PhraseSource[] = [
  // One was sent, or should have been: the text does not say which.
  {
    id: 'unauthorized.invalid-or-missing-api-key',
    class: 'unauthorized',
    beats: ['unauthorized.missing-credential', 'own.credential'],
    says: pairs(
      ['invalid or missing', 'missing or invalid', 'invalid or expired', 'expired or invalid'],
      [...credentials, 'token', 'authorization', 'authentication'],
    ),
  },
  {
    id: 'unauthorized.missing-credential',
    class: 'unauthorized',
    beats: ['own.credential'],
    name: 'Missing credential',
    title: 'Missing credential',
    says: [
      ...pairs(credentials, [
        '.. not set',
        '.. not configured',
        '.. not provided',
        '.. not found',
        '.. not defined',
        '.. not specified',
        '.. not available',
        '.. missing',
        '.. is required',
        '.. are required',
        'required',
        '.. must be set',
        '.. must be provided',
        '.. undefined',
        '.. is needed',
        '.. in your environment',
        '.. environment variable*',
        '.. env var*',
      ]),
      ...pairs(
        [
          'missing ..',
          'no',
          'no valid',
          'set ..',
          'provide ..',
          'configure ..',
          'without ..',
          'requires ..',
          'require ..',
          'add your',
          'specify ..',
          'supply ..',
          'need ..',
          'must use ..',
        ],
        credentials,
      ),
      ...pairs(variables, ['.. token', '.. key', '.. secret', '.. password', '.. credentials', '.. apikey', '.. pat']),
      ...bare,
      ...list(`
      token .. environment variable*, key .. environment variable*, secret .. environment variable*,
      password .. environment variable*, could not load .. credentials, unable to locate credentials,
      locate credentials, credentials from any, credential provider*, set .. token, missing .. token
    `),
    ],
  },
  // Native modules, which match only one runtime, system and processor.
  {
    id: 'not-ready.native-module',
    class: 'not_ready',
    beats: ['not-ready.missing-program', 'validation.input-validation', 'own.answer'],
    name: 'Native module',
    title: 'Native module',
    fault: 'server',
    verdict: 'after_fix',
    explanation: '{server} could not load a compiled part of a package that it needs for {call}{because}.',
    remedy: [
      'Rebuild or reinstall that package where the server runs, with the runtime that the server uses: npm rebuild, or npm ci.',
      'Then start the server again.',
    ],
    says: list(`
      locate the bindings file, bindings file, no native build was found, compiled against a different node, node module version,
      module using the .. runtime, build release .. node, invalid elf header, incompatible architecture, glibc .. not found,
      gyp err, node gyp, prebuild install, native binding, native bindings, could not find the native, err dlopen failed,
      cannot open shared object, cannot find native binding
    `),
  },
  {
    id: 'not-ready.missing-program',
    class: 'not_ready',
    beats: [
      'dependency.certificate-refused',
      'conflict.already-exist',
      'not-ready.use-tool-first',
      'not-ready.missing-setting',
      'own.setting',
    ],
    name: 'Missing program',
    title: 'Missing program',
    fault: 'server',
    verdict: 'after_fix',
    explanation: '{server} could not start or find a program or package that it needs for {call}{because}.',
    remedy: ['Install {program} where the server runs, or put it on its PATH.', 'Then start the server again.'],
    says: list(`
      command not found, which no .. bin, bin sh .. not found, bin bash .. not found, sh .. command not found,
      command .. not found, spawn .. enoent, spawn .. eacces, executable file not found,
      is not recognized as an internal, executable doesn t exist, executable does not exist, could not find chrome,
      could not find chromium, could not find browser, could not find .. installation, could not find .. executable,
      could not locate .. executable, launch the browser process, browser not found, chrome not found,
      executable not found, executable .. not found, binary not found, binary .. not found, cli not found,
      program not found, not installed, isn t installed, is it installed, not found in path, not found on path,
      not found on this computer, not found on this machine, not found on your system, not found on the system,
      not found on your computer, not in path, not on path, in your path, on your path, to your path, to the path,
      either install, install .. and add, in the path environment, or in path, or newer is required,
      or later is required, or higher is required, or newer, active developer directory, executable missing,
      executable .. missing, binary missing, optional package, needs the package, requires the package,
      please install, install it with, install it from, install .. first, pip install, npm install, brew install,
      apt install, apt get install, playwright install, cargo install, go install, uv pip, no module named,
      cannot find module, cannot find package, module not found error, module .. not found, shared object file,
      shared libraries, dll load failed, exec format error, make sure .. installed, ensure .. installed,
      must be installed, missing on this machine, missing on this system, missing on this computer,
      missing on the server, be found on path, be found in path, be found on the path, gpu required, gpu is required,
      requires a gpu, requires cuda, requires python, requires node, requires java, needs to be installed,
      need to install, not available or not working, installation instructions, requires .. to be installed,
      missing dependency, missing dependencies, optional dependency, missing optional, dependency not installed,
      class not found exception, no class def found error
    `),
  },
  {
    id: 'not-ready.missing-setting',
    class: 'not_ready',
    beats: ['own.setting'],
    name: 'Missing setting',
    title: 'Missing setting',
    fault: 'server',
    explanation: '{server} lacks a setting that it needs to {doing}{because}.',
    says: [
      ...list(`
      no connection string, connection string not, connection string is required, missing connection string,
      no default .. configured, config file not found, configuration file not found, config file .. not found,
      configuration file .. not found, config file .. does not exist, no config file, no configuration,
      no config found, missing .. config*, missing required .. config*, not correctly configured, config .. missing,
      configuration .. missing, configuration not set, configuration is missing, not been configured,
      not configured for, not properly configured, incorrectly configured, misconfigured, invalid configuration,
      found in environment, found in the environment, export it before, before launching, before starting the server,
      requires .. flag, require allow, requires allow, restart .. with, has not been run, weights are missing,
      model .. missing, download them with, download it with, kubeconfig, profile .. could not be found,
      profile .. not found, app password, please set, please configure, needs to be configured, must be configured,
      must be set in, must be set to, must be set, not been set, is not set, are not set, not set in, setup required,
      setup is required, run setup, run the setup, missing settings, missing setting, none configured,
      has not been set up, not set up, isn t configured, isn t set, client secrets file, credentials file,
      credentials json, oauth keys, keys file not found, token file not found, settings file, env file, dotenv, unset,
      set the .. environment, set .. in the environment, set .. environment variable*, in your env, in the .. env,
      in your configuration, in your config, server configuration error, started with, start the server with,
      restart the server with, command line argument*, cli argument*, startup argument*
    `),
      ...pairs(variables, [
        '.. not set',
        '.. is required',
        '.. are required',
        '.. required',
        '.. missing',
        '.. must be',
        '.. undefined',
        '.. not defined',
        '.. not found',
        '.. empty',
        '.. not configured',
      ]),
      ...pairs(['missing ..', 'missing required', 'set', 'set the', 'required', 'undefined', 'no'], variables),
    ],
  },
];
