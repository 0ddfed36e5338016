// The display name of a recording: the name the user gave it, the file it was read from, or its start time.

import type { RecordingEntry } from '../log/store/recordings-file.ts';

export function recordingName({
  name,
  source,
  startedAt,
}: Pick<RecordingEntry, 'name' | 'source' | 'startedAt'>): string {
  if (name !== '') return name;
  if (source !== '') return source;
  const date = new Date(startedAt);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
