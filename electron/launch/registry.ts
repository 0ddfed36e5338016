// `npm run registry`: copies the name and version of the package to what registries and bundles read, so that a release changes one
// place. Everything else in those files stays as it is written.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from './build-stamp.ts';

interface Package {
  name: string;
  mcpName: string;
  version: string;
}

/** The text of each file as it should be. */
export function registryFiles({ name, mcpName, version }: Package): Record<string, string> {
  const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
  const put = (text: string, member: string, value: string) =>
    text.replaceAll(new RegExp(`"${member}": "[^"]*"`, 'g'), `"${member}": ${JSON.stringify(value)}`);
  const server = put(put(put(read('server.json'), 'version', version), 'identifier', name), 'name', mcpName);
  return {
    'server.json': server,
    'build/mcpb-manifest.json': put(read('build/mcpb-manifest.json'), 'version', version),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const ours = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as Package;
  for (const [file, text] of Object.entries(registryFiles(ours))) writeFileSync(join(projectRoot, file), text);
  console.log(`server.json and build/mcpb-manifest.json name ${ours.mcpName} ${ours.version}.`);
}
