// The licenses of every package whose code is in dist/, collected during bundling, as one text to ship with it.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Plugin } from 'vite';

interface ThirdParty {
  /** For each build. */
  plugin(): Plugin;
  text(): string;
}

export function gatherThirdParty(): ThirdParty {
  const folders = new Set<string>();
  return {
    plugin: () => ({
      name: 'gather-third-party',
      generateBundle() {
        for (const id of this.getModuleIds()) {
          const folder = packageFolder(id);
          if (folder) folders.add(folder);
        }
      },
    }),
    text() {
      const parts = new Map([...folders].map(describe));
      const sorted = [...parts].sort(([one], [other]) => (one < other ? -1 : 1));
      const head = 'Misfire contains the following packages. Each is used under its own license.';
      return `${[head, ...sorted.map(([name, text]) => `${'='.repeat(80)}\n${name}\n\n${text}`)].join('\n\n')}\n`;
    },
  };
}

/** The innermost package that a module belongs to; null for our own. */
function packageFolder(id: string): string | null {
  const path = id.replace(/^\0/, '').replace(/\?.*$/, '').split('/').join(sep);
  const found = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(path)?.[1];
  return found && existsSync(join(found, 'package.json')) ? found : null;
}

function describe(folder: string): [string, string] {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version}`, texts.length > 0 ? texts.join('\n\n') : `License: ${license ?? 'not stated'}`];
}
