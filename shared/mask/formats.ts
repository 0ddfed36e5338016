// Tokens that give themselves away by how they begin. Each pattern starts with fixed letters and is bounded in length,
// so that no text can make the search slow.

import type { MaskKind } from './kinds.ts';

/** What may follow the prefix, at least so many characters. */
const prefixes: [prefix: string, least: number][] = [
  ['ghp_', 16],
  ['gho_', 16],
  ['ghu_', 16],
  ['ghs_', 16],
  ['ghr_', 16],
  ['github_pat_', 20],
  ['glpat-', 16],
  ['gldt-', 16],
  ['glrt-', 16],
  ['xoxa-', 10],
  ['xoxb-', 10],
  ['xoxp-', 10],
  ['xoxr-', 10],
  ['xoxs-', 10],
  ['xoxe-', 10],
  ['xapp-', 10],
  ['sk_live_', 10],
  ['sk_test_', 10],
  ['rk_live_', 10],
  ['rk_test_', 10],
  ['pk_live_', 10],
  ['whsec_', 16],
  ['sk-ant-', 16],
  ['sk-proj-', 16],
  ['sk-or-', 16],
  ['sk-', 20],
  ['AIza', 30],
  ['ya29.', 20],
  ['GOCSPX-', 20],
  ['1//0', 30],
  ['npm_', 30],
  ['pypi-', 20],
  ['SG.', 30],
  ['key-', 32],
  ['dop_v1_', 32],
  ['doo_v1_', 32],
  ['shpat_', 20],
  ['shpss_', 20],
  ['hf_', 20],
  ['hvs.', 20],
  ['hvb.', 20],
  ['dapi', 32],
  ['lin_api_', 20],
  ['ntn_', 30],
  ['sq0atp-', 20],
  ['sq0csp-', 20],
  ['ATATT', 40],
  ['AKIA', 16],
  ['ASIA', 16],
  ['AGE-SECRET-KEY-', 40],
  ['EAACEdEose0cBA', 10],
  ['fo1_', 20],
  ['dp.pt.', 20],
  ['r8_', 30],
  ['gsk_', 30],
  ['pplx-', 30],
  ['tvly-', 20],
  ['figd_', 20],
  ['PMAK-', 20],
  ['sntrys_', 20],
  ['sbp_', 30],
  ['vercel_', 16],
];

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** The lookbehind keeps `task-` from being the key `sk-`. */
export const knownTokens = new RegExp(
  `(?<![A-Za-z0-9_-])(?:${prefixes.map(([prefix, least]) => `${escaped(prefix)}[A-Za-z0-9_.-]{${least},400}`).join('|')})`,
  'g',
);

export const others: [kind: MaskKind, pattern: RegExp][] = [
  // Header, payload and signature; the header of every JWT begins with `{"`.
  ['jwt', /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{2,8000}(?:\.[A-Za-z0-9_-]{0,4000})?/g],
  [
    'credential',
    /(?<![A-Za-z])(?:Bearer|Basic|Digest|Negotiate|ApiKey|Token) +(?=[^\s"'‹]{0,200}[0-9+/=_.~-])[A-Za-z0-9+/=_.~-]{8,4000}/g,
  ],
  ['url', /(?<=hooks\.slack\.com\/(?:services|workflows)\/)[A-Za-z0-9_/-]{10,200}/g],
  ['url', /(?<=discord(?:app)?\.com\/api\/webhooks\/)[A-Za-z0-9_/-]{10,200}/g],
  // Telegram and Twilio.
  ['token', /(?<![\w])\d{8,10}:AA[A-Za-z0-9_-]{30,40}(?![\w-])/g],
  ['token', /(?<![A-Za-z0-9])(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])/g],
];
