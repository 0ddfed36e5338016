// The real clients: the npm package of each, and how to start it with a scripted model and one MCP server, without a login. To use a new
// version, change `version` here.

import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { SeenClientId } from '../../shared/seen/seen.ts';

export interface Server {
  name: string;
  command: string;
  args: string[];
  env: Record<string, string>;
}

export interface Start {
  /** Configuration files below the scratch HOME. */
  files: Record<string, string>;
  env: Record<string, string>;
  args: string[];
}

export interface RealClient {
  version: string;
  package: string;
  /** npm's version, if it differs from the client's. */
  tag?: string;
  program(folder: string): string;
  start(url: string, server: Server, folder: string): Start;
}

const platform = `${process.platform}-${process.arch}`;
const prompt = 'Call the tools.';
const json = (value: object) => JSON.stringify(value, null, 2);

export const realClients: Partial<Record<SeenClientId, RealClient>> = {
  'claude-code': {
    version: '2.1.326',
    package: `@anthropic-ai/claude-code-${platform}`,
    program: () => 'claude',
    start: (url, { name, command, args, env }) => ({
      files: { '.claude.json': json({ hasCompletedOnboarding: true, mcpServers: { [name]: { command, args, env } } }) },
      env: {
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: 'fake',
        ENABLE_TOOL_SEARCH: 'false', // otherwise MCP tools are not offered at once
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
        DISABLE_ERROR_REPORTING: '1',
      },
      args: ['-p', prompt, '--allowedTools', `mcp__${name}__*`],
    }),
  },
  codex: {
    version: '0.169.0',
    package: '@openai/codex',
    tag: `0.169.0-${platform}`,
    program: (folder) => join('vendor', readdirSync(join(folder, 'vendor'))[0] ?? '', 'bin/codex'),
    start: (url, { name, command, args, env }) => ({
      files: {
        '.codex/config.toml': toml({
          '': {
            model: 'scripted',
            model_provider: 'scripted',
            approval_policy: 'never',
            sandbox_mode: 'danger-full-access',
            check_for_update_on_startup: false,
          },
          analytics: { enabled: false },
          'model_providers.scripted': {
            name: 'scripted',
            base_url: `${url}/v1`,
            wire_api: 'responses',
            env_key: 'FAKE_KEY',
          },
          [`mcp_servers.${name}`]: { command, args },
          [`mcp_servers.${name}.env`]: env,
        }),
      },
      env: { FAKE_KEY: 'fake' },
      args: ['exec', '--skip-git-repo-check', prompt],
    }),
  },
  'gemini-cli': {
    version: '0.61.0',
    package: '@google/gemini-cli',
    program: () => 'bundle/gemini.js',
    start: (url, { name, command, args, env }) => ({
      files: {
        '.gemini/settings.json': json({
          security: { auth: { selectedType: 'gemini-api-key' } },
          general: { enableAutoUpdate: false },
          telemetry: { enabled: false },
          privacy: { usageStatisticsEnabled: false },
          mcpServers: { [name]: { command, args, env, trust: true } },
        }),
      },
      env: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'fake', GEMINI_CLI_TRUST_WORKSPACE: 'true' },
      args: ['-m', 'gemini-2.5-pro', '-p', prompt, '--yolo'], // without -m it asks the model for a model first
    }),
  },
  opencode: {
    version: process.arch === 'arm64' ? '1.18.18' : '1.18.34',
    package: `opencode-${platform}`,
    program: () => 'bin/opencode',
    start: (url, { name, command, args, env }) => ({
      files: {
        '.config/opencode/opencode.json': json({
          autoupdate: false,
          share: 'disabled',
          model: 'scripted/scripted',
          permission: { '*': 'allow' },
          provider: {
            scripted: {
              npm: '@ai-sdk/openai-compatible',
              options: { baseURL: `${url}/v1`, apiKey: 'fake' },
              models: { scripted: { name: 'scripted' } },
            },
          },
          mcp: { [name]: { type: 'local', command: [command, ...args], environment: env } },
        }),
      },
      env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
      args: ['run', prompt],
    }),
  },
  'copilot-cli': {
    version: '1.0.102',
    package: `@github/copilot-${platform}`,
    program: () => 'copilot',
    start: (url, { name, command, args, env }, folder) => ({
      files: {
        '.copilot/mcp-config.json': json({
          mcpServers: { [name]: { type: 'local', command, args, env, tools: ['*'] } },
        }),
      },
      env: {
        COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
        COPILOT_MODEL: 'scripted',
        COPILOT_OFFLINE: 'true',
        COPILOT_AUTO_UPDATE: 'false',
        COPILOT_PKG_CACHE_HOME: join(folder, 'shared'), // it unpacks 235 MB at its first start, so all runs share them
      },
      args: ['-p', prompt, '--allow-all-tools'],
    }),
  },
  cline: {
    version: '3.0.65',
    package: `@cline/cli-${platform}`,
    program: () => 'bin/cline',
    start: (url, { name, command, args, env }) => ({
      files: {
        '.cline/data/settings/providers.json': json({
          version: 1,
          lastUsedProvider: 'openai-compatible',
          modes: {},
          providers: {
            'openai-compatible': {
              settings: { provider: 'openai-compatible', apiKey: 'fake', model: 'scripted', baseUrl: `${url}/v1` },
              updatedAt: '2026-01-01T00:00:00.000Z',
              tokenSource: 'manual',
            },
          },
        }),
        '.cline/data/settings/cline_mcp_settings.json': json({ mcpServers: { [name]: { command, args, env } } }),
      },
      env: {},
      args: ['--json', prompt],
    }),
  },
};

/** TOML strings, lists and booleans can be written as JSON. */
function toml(tables: Record<string, object>): string {
  return Object.entries(tables)
    .map(([name, keys]) => {
      const lines = Object.entries(keys).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
      return [...(name === '' ? [] : [`[${name}]`]), ...lines].join('\n');
    })
    .join('\n');
}

const store = process.env.MISFIRE_CLIENTS ?? join(homedir(), '.cache/misfire-clients');

/** Where npm installs a client, and its program if it is installed. */
export function installed(id: SeenClientId, { version, package: name, program }: RealClient) {
  const folder = join(store, `${id}@${version}`);
  const inside = join(folder, 'node_modules', name);
  const path = existsSync(inside) ? join(inside, program(inside)) : '';
  return { folder, program: path !== '' && existsSync(path) ? path : null };
}
