// The secret values of a configuration that `secrets` names. Owns how they are left out where it is shown, and how an empty
// one means that the old value stays. Where values are kept is secrets/'s.

import type { ServerConfig } from '../../../shared/server-config.ts';

/** The same configuration without the values that `secrets` names. */
export function withoutSecrets(config: ServerConfig): ServerConfig {
  return changeSecrets(config, () => '');
}

/** An empty value of a secret leaves what was there. */
export function keepSecrets(config: ServerConfig, before: ServerConfig): ServerConfig {
  return changeSecrets(config, (value, read) => (value === '' ? (read(before) ?? '') : value));
}

type Read = (config: ServerConfig) => string | undefined;

function changeSecrets(config: ServerConfig, change: (value: string, read: Read) => string): ServerConfig {
  let { transport, signIn } = config;
  for (const key of config.secrets ?? []) {
    const [, kind, name = ''] = /^(env|header):(.*)$/s.exec(key) ?? [];
    if (key === 'clientSecret' && signIn?.clientSecret !== undefined) {
      signIn = { ...signIn, clientSecret: change(signIn.clientSecret, (of) => of.signIn?.clientSecret) };
    } else if (kind === 'env' && 'env' in transport && Object.hasOwn(transport.env, name)) {
      const value = change(transport.env[name] as string, ({ transport: of }) =>
        'env' in of ? own(of.env, name) : undefined,
      );
      transport = { ...transport, env: { ...transport.env, [name]: value } };
    } else if (kind === 'header' && 'headers' in transport && Object.hasOwn(transport.headers, name)) {
      const value = change(transport.headers[name] as string, ({ transport: of }) =>
        'headers' in of ? own(of.headers, name) : undefined,
      );
      transport = { ...transport, headers: { ...transport.headers, [name]: value } };
    }
  }
  return signIn === undefined ? { ...config, transport } : { ...config, transport, signIn };
}

const own = (values: Record<string, string>, name: string): string | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;
