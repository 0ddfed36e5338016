// A length of time in words, as sentences about waiting use it: `850 ms`, `1.5 s`, `2 min 5 s`. The unit is always there.

export function durationWords(ms: number): string {
  if (!Number.isFinite(ms)) return 'an unknown time';
  const positive = Math.max(0, ms);
  if (positive < 999.5) return `${Math.round(positive)} ms`;
  if (positive < 59_995) return `${trim((positive / 1000).toFixed(2))} s`;
  const seconds = Math.round(positive / 1000);
  if (seconds < 3600) return pair(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 2880) return pair(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.round(minutes / 60);
  return pair(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

const trim = (figure: string): string => figure.replace(/\.?0+$/, '');
