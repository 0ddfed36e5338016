// `npm run atlas [FOLDER]`: writes a page per server of the recordings in a folder to docs/atlas. Default: docs/atlas/recordings, which has
// the five samples. Pages about other servers stay with you: none are shipped.

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { atlasPages } from '../../shared/atlas/atlas.ts';
import { projectRoot } from './build-stamp.ts';

const target = join(projectRoot, 'docs', 'atlas');
const folder = process.argv[2] ?? join(target, 'recordings');
const files = globSync('*.jsonl', { cwd: folder }).sort();
if (files.length === 0) {
  console.error(`${folder} holds no recordings. Export some: misfire export --out NAME.jsonl`);
  process.exit(2);
}
const list: string[] = [];
for (const file of files)
  for (const { server, text } of atlasPages(basename(file), readFileSync(join(folder, file), 'utf8'))) {
    const name = `${server.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.md`;
    writeFileSync(join(target, name), text);
    list.push(`- [${server}](${name})`);
  }
const lead =
  'How servers fail, from recordings: where the error is, its codes, what it says about retrying, and what each model gets.';
const index = `# Atlas\n\n${lead} \`npm run -s atlas -- FOLDER\` writes these pages from the captures in a folder.\n\n${list.join('\n')}\n\n[Official SDKs](sdks.md): the rules of the protocol that they break.\n`;
writeFileSync(join(target, 'README.md'), index);
console.log(`${list.length} pages written to ${relative(process.cwd(), target)}.`);
