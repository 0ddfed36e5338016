// Formats times, durations and sizes: always with units, digits grouped by thin spaces.

import { duration } from '../../shared/text/duration.ts';

const narrowSpace = '\u202f';

export function groupDigits(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, narrowSpace);
}

/** A running clock: like `duration`, with digits that do not jump. */
export function running(ms: number): string {
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : duration(ms);
}

/** Milliseconds as a server sends them: `1 000 ms`. */
export function milliseconds(ms: number): string {
  return `${groupDigits(Math.round(ms))} ms`;
}

export function clock(at: number): { day: string; time: string; fraction: string } {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    day: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
    time: `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`,
    fraction: `.${String(date.getMilliseconds()).padStart(3, '0')}`,
  };
}

/** Time since a start, as a running clock: `0:12` and `.345`, `1:02:12` past an hour. */
export function elapsed(ms: number): { time: string; fraction: string } {
  const whole = Math.floor(Math.abs(ms));
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = Math.floor(whole / 1_000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const time = hours > 0 ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  return { time: (ms < 0 ? '-' : '+') + time, fraction: `.${String(whole % 1_000).padStart(3, '0')}` };
}

export function clockText(at: number): string {
  const { time, fraction } = clock(at);
  return time + fraction;
}

export function size(characters: number): string {
  if (characters < 1_000) return `${characters} characters`;
  if (characters < 1_000_000) return `${trimZero((characters / 1_000).toFixed(1))} kB`;
  return `${trimZero((characters / 1_000_000).toFixed(1))} MB`;
}

export function bytesWords(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  if (bytes < 1_000_000) return `${trimZero((bytes / 1_000).toFixed(bytes < 100_000 ? 1 : 0))} kB`;
  if (bytes < 1_000_000_000) return `${trimZero((bytes / 1_000_000).toFixed(1))} MB`;
  return `${trimZero((bytes / 1_000_000_000).toFixed(1))} GB`;
}

export function countInWords(amount: number, one: string, many = `${one}s`): string {
  return `${groupDigits(amount)} ${amount === 1 ? one : many}`;
}

function trimZero(text: string): string {
  return text.replace(/\.0$/, '');
}
