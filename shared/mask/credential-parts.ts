// Which part of a credential is secret: a sign-in header keeps its scheme and a cookie its name, because they help readers and reveal
// nothing.

import { base64Bytes } from './undo-encodings.ts';
import { fromUtf8 } from './utf8.ts';

const schemeBefore = /^(?:Bearer|Basic|Token|ApiKey|Negotiate|Bot|DPoP|AWS4-HMAC-SHA256|Digest|NTLM|OAuth)\s+/i;
const plainAttribute = /^(?:path|domain|expires|max-age|samesite|version|comment|priority)$/i;

/** The secret parts of a credential: what follows its scheme, the values of cookies. Empty: all of it. */
export function credentialParts(name: string, value: string): { from: number; to: number; value: string }[] {
  if (/cookie/i.test(name)) {
    const parts: { from: number; to: number; value: string }[] = [];
    for (const match of value.matchAll(/(?:^|[;,])\s{0,4}([^=;,\s]{1,200})=([^;]{1,8000})/g)) {
      if (plainAttribute.test(match[1] as string)) continue;
      const text = match[2] as string;
      const from = match.index + match[0].length - text.length;
      parts.push({ from, to: from + text.length, value: text });
    }
    return parts;
  }
  // In Digest (RFC 7616) only the response is secret.
  const answer = /^Digest\s.{0,4000}?\bresponse\s{0,4}=\s{0,4}"?([0-9a-f]{16,128})/is.exec(value);
  if (answer) {
    const from = answer[0].length - (answer[1] as string).length;
    return [{ from, to: answer[0].length, value: answer[1] as string }];
  }
  const before = schemeBefore.exec(value)?.[0].length ?? 0;
  return before === 0 || before === value.length
    ? []
    : [{ from: before, to: value.length, value: value.slice(before) }];
}

/** `user:password` in base64, as Docker and npm store it under `auth`. */
export function isBasicPair(value: string): boolean {
  if (value.length < 8 || value.length > 2000 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return false;
  return /^[!-9;-~]{1,200}:[!-~]{1,1000}$/.test(fromUtf8(base64Bytes(value)) ?? '');
}

/** A field with such a pair; the name alone is not enough ("auth": "oauth2"). */
export const isAuthName = (name: string): boolean => /^_?auth$/i.test(name);
