// Servers as `mcpServers` JSON, the format that most programs read. Secrets are written as `${NAME}`; references stay unchanged.

import type { ServerConfig } from '../../../shared/server/server-config.ts';
import { likelySecrets } from '../../../shared/server-text/likely-secrets.ts';
import { isReference, variableName } from '../../../shared/server-text/placeholders.ts';
import { hideInUrl, hideInWords, type SafeText, Variables } from '../../../shared/snippets/secrets.ts';

/** `leftOut`: the names of servers that this format cannot represent. null if it can represent none. */
export function exportServers(configs: readonly ServerConfig[]): { text: string; leftOut: string[] } | null {
  const entries: [string, object][] = [];
  const leftOut: string[] = [];
  for (const config of configs) {
    const entry = entryOf(config);
    if (entry === null) leftOut.push(config.name);
    else entries.push([config.name, entry]);
  }
  if (entries.length === 0) return null;
  return { text: `${JSON.stringify({ mcpServers: Object.fromEntries(entries) }, null, 2)}\n`, leftOut };
}

function entryOf(config: ServerConfig): object | null {
  const { transport } = config;
  const secrets = new Set([...(config.secrets ?? []), ...likelySecrets(transport)]);
  const hide = (pairs: Record<string, string>, kind: 'env' | 'header'): Record<string, string> =>
    Object.fromEntries(
      Object.entries(pairs).map(([name, value]) => [
        name,
        secrets.has(`${kind}:${name}`) && !isReference(value) ? `\${${variableName(name)}}` : value,
      ]),
    );
  const variables = new Variables();
  switch (transport.kind) {
    case 'stdio':
      return {
        command: transport.command,
        ...(transport.args.length === 0 ? {} : { args: hideInWords(transport.args, variables).map(written) }),
        ...(Object.keys(transport.env).length === 0 ? {} : { env: hide(transport.env, 'env') }),
        ...(transport.cwd === undefined ? {} : { cwd: transport.cwd }),
      };
    case 'http':
    case 'sse':
      return {
        type: transport.kind,
        url: written(hideInUrl(transport.url, variables)),
        ...(Object.keys(transport.headers).length === 0 ? {} : { headers: hide(transport.headers, 'header') }),
      };
    case 'http-command':
      // Only Misfire starts a server and then reads its address from it.
      return null;
    default:
      return transport satisfies never;
  }
}

const written = (text: SafeText): string =>
  text.map((part) => (typeof part === 'string' ? part : `\${${part.name}}`)).join('');
