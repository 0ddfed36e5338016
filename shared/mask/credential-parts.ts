// Which part of a credential is the secret: a sign-in header keeps its scheme and a cookie its name, for they help and tell nothing.

const schemeBefore = /^(?:Bearer|Basic|Token|ApiKey|Negotiate|Bot|DPoP|AWS4-HMAC-SHA256|Digest|NTLM|OAuth)\s+/i;
const plainAttribute = /^(?:path|domain|expires|max-age|samesite|version|comment|priority)$/i;

/** Which parts of a credential are secret: what follows its scheme, the values of cookies. None: all of it. */
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
  const before = schemeBefore.exec(value)?.[0].length ?? 0;
  return before === 0 || before === value.length
    ? []
    : [{ from: before, to: value.length, value: value.slice(before) }];
}
