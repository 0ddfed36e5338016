// Settings files of clients in lines for people: which ones a client reads, and what a change to one is.

import type { SettingsOrder, WatchChange } from '../../../../shared/api/watching.ts';

const scopes: Record<SettingsOrder['files'][number]['scope'], string> = {
  managed: 'managed',
  local: 'this project, for you alone',
  project: 'project',
  user: 'user',
};

export function orderLines({ client, version, checkedWith, files }: SettingsOrder): string[] {
  const head = [client, version ?? ''].filter(Boolean).join(' ');
  return [
    `${head} reads these files; the first that has an entry counts (${sourceWords(version, checkedWith)}):`,
    ...files.map(
      ({ scope, path, isThere }, index) => `  ${index + 1}. ${path} (${scopes[scope]})${isThere ? '' : ': not there'}`,
    ),
  ];
}

function sourceWords(version: string | null, checkedWith: string | null): string {
  if (checkedWith === null) return 'from its documentation';
  return version === null || version === checkedWith
    ? `checked with ${checkedWith}`
    : `checked with ${checkedWith}, yours may differ`;
}

export const changeLines = ({ path, lines }: Pick<WatchChange, 'path' | 'lines'>): string[] => [
  path,
  ...lines.map(({ sign, line, text }) => `${String(line).padStart(5)} ${sign} ${text}`),
];
