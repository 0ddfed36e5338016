// How a sample of the catalog becomes a server.

import { type ServerConfig, serverConfigSchema, type TransportConfig } from '../../shared/server/server-config.ts';
import { type CatalogueEntry, samples } from '../samples/catalogue.ts';
import { sampleCommand } from './paths/app-paths.ts';

/** A sample's command depends on Misfire's current path, so it is computed at each start. The saved list is never used. */
export function sampleTransport(id: string): TransportConfig | null {
  const sample = samples.find((candidate) => candidate.id === id);
  if (!sample) return null;
  const command = sampleCommand(sample.entry);
  return sample.transport === 'stdio'
    ? { kind: 'stdio', ...command }
    : { kind: 'http-command', ...command, headers: 'headers' in sample ? sample.headers : {} };
}

export function sampleConfig(sample: CatalogueEntry): ServerConfig {
  return serverConfigSchema.parse({ name: sample.name, sample: sample.id, transport: sampleTransport(sample.id) });
}

/** What can follow `sample:`. */
export const sampleNames = (): string[] => samples.map(({ id }) => id);

export function findSample(id: string): ServerConfig | null {
  const sample = samples.find((candidate) => candidate.id === id);
  return sample ? sampleConfig(sample) : null;
}
