// Values that are not secret despite their name: placeholders, masked values, and sentences about one ("is required", "must have 8
// characters"). Masking too much would make messages unreadable.

import { isForeignTellingWord } from './foreign-words.ts';

/** `$KEY`, `${KEY}`, `{{key}}`, `<your-token>`, `%KEY%`, `:token`, `***`, `[REDACTED]` and Misfire's placeholders. */
const placeholder =
  /^(?:\$|\$\{?[A-Za-z_][\w.:-]{0,100}(?::-[^}]{0,3})?\}?|\$\([^)]{1,200}\)|\$\{\{[^{}]{1,100}\}\}|\{\{?[^{}]{1,100}\}?\}|<[A-Za-z][^<>]{0,100}>|%[A-Za-z_]\w{0,60}%|‹[^‹›]{0,60}›|\[?\(?(?:redacted|hidden|masked|filtered|removed|omitted)\)?\]?|[*•.…_-]{1,200}|x{3,200}|\.\.\.|(?:your|my|the)[-_ ](?:[a-z]{1,20}[-_ ]){0,3}(?:token|key|secret|password)(?:[-_ ]here)?|(?:process\.env|os\.environ|env)[.[(][^\s]{1,100})$/i;
const saysNothing =
  /^(?:null|nil|true|false|none|undefined|nan|string|object|number|boolean|integer|array|int|bool|bytes|text|any|yes|no|on|off|n\/a|unset|unknown|empty)$/i;
/** How help and messages name the value itself in its position. */
const ownName =
  /^(?:bearer|basic|digest|negotiate|password|passwd|token|secret|key|apikey|api_key|api-key|username|user|email|authorization|write-?only|uuid)$/i;

/** Single words in the position of a value that describe it. */
const tellingWord =
  /^(?:required|missing|invalid|incorrect|wrong|expired|blank|empty|weak|short|long|mandatory|optional|forbidden|denied|rejected|revoked|unauthorized|malformed|mismatch|mismatched|unchanged|changed|ok|valid|correct|set|unset|present|absent|encrypted|hashed|stored|sent|safe|needed|accepted|allowed|used|unused|disabled|enabled|protected|available|unavailable|supported|unsupported|different|same|unreadable|hidden|masked|redacted|provided|given|found|lost|bad|good|old|new|temporary|failed|failing|broken|locked|unlocked|deprecated|ignored|generated|saved|reset|updated|verified|unverified|confirmed|strong|own|yours|mine|here|there|it|this|that)$/i;
const sentenceWord =
  /\b(?:required|invalid|must|cannot|can't|can’t|should|shall|missing|expired|expires|blank|incorrect|wrong|too (?:short|long|weak|common|simple|old|many|few)|characters?|field|failed|does not|do not|did not|is not|was not|not (?:allowed|found|set|valid|match|supported|configured|provided|given|accepted|authorized|permitted)|match|matches|contain|contains|please|use the|used (?:to|for|by)|needed|denied|rejected|revoked|malformed|at least|at most|between|only|allowed|forbidden|optional|default:|e\.g\.|such as|enter|provide|specify|see)\b/i;
const ordinaryWord = /^["'“”‘’(]?[A-Za-z][a-z’']*(?:-[A-Za-z][a-z]*)*[.,;:!?)"'“”‘’…]*$/;
/** Names of protocols, formats and algorithms, with version: they have capitals and digits and occur in many messages. */
const protocolName =
  /^(?:(?:HTTPS?|TLS|SSL|OAuth|OpenID|SOCKS|IPv|UTF-|HTTP\/|TLS\/|TLSv)[\d.]{0,4}|JSON(?:-?RPC)?|JWTs?|JWKS?|JWE|JWS|OIDC|SAML|LDAP|PKCE|SSO|MFA|PATs?|SSE|MCP|REST|API|APIs|gRPC|GraphQL|WebSockets?|stdio|TCP|UDP|DNS|SMTP|IMAP|SSH|SFTP|FTP|URL|URI|UUID|XML|YAML|CSV|HTML|ASCII|base64|SHA-?\d{1,3}|MD5|[RHEP]S(?:256|384|512)|EdDSA|HMAC|AES|RSA|GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|EOF)$/i;

export function isPlaceholder(value: string): boolean {
  if (value.length > 220) return false;
  const bare = value.replace(/^(?:Bearer|Basic|Token|ApiKey) +/i, '');
  return bare === '' || placeholder.test(bare) || bare.startsWith('‹');
}

/** Whether a value in a secret's position reveals nothing. */
export function isPlainValue(value: string): boolean {
  const text = value.trim();
  if (text === '' || isPlaceholder(text) || saysNothing.test(text) || tellingWord.test(text)) return true;
  return isForeignTellingWord(text) || isSentence(text);
}

/** Also for values after `=`, which are seldom words about themselves. */
export const isNoValue = (value: string): boolean => value === '' || isPlaceholder(value) || saysNothing.test(value);

/** Text about a secret: ordinary words, some of which name a problem or a requirement. */
export function isSentence(text: string): boolean {
  if (text.length < 6 || !/[\s]/.test(text)) return false;
  const head = text.slice(0, 300);
  if (!sentenceWord.test(head)) return false;
  const parts = head.split(/\s+/);
  let ordinary = 0;
  for (const part of parts) if (ordinaryWord.test(part) || /^\d{1,3}[.,;:!?)]*$/.test(part)) ordinary += 1;
  return ordinary >= Math.max(2, Math.ceil(parts.length * 0.7));
}

/** An ordinary word: no digit, no sign inside, one case. */
export const isOrdinaryWord = (word: string): boolean => ordinaryWord.test(word);
/** Describes what precedes it: "required", "expired". */
export function isTellingWord(word: string): boolean {
  const bare = word.replace(/[.,;:!?)"'…]{1,40}$/, '');
  return (
    tellingWord.test(bare) ||
    saysNothing.test(bare) ||
    ownName.test(bare) ||
    protocolName.test(bare) ||
    isForeignTellingWord(bare)
  );
}

/**
 * A word without digits that only capitals distinguish: `CircleCI`, `ECONNREFUSED`, `INVALID_TOKEN`. It names a product or an error if a
 * sentence or number follows; alone it may be a short key. Only parsers write a few capitals alone, after the bare word: "Unexpected
 * token: EOF", "token: IDENT".
 */
export function isNameInSentence(name: string, word: string, text: string, end: number): boolean {
  if (/^token$/i.test(name) && /^[A-Z]{2,5}$/.test(word)) return true;
  if (!/^(?:[A-Z]?[a-z]{1,15}[A-Z][A-Za-z]{0,15}|[A-Z]{1,20}(?:_[A-Z]{1,20}){0,4})$/.test(word)) return false;
  return goesOn(text, end) || /^[ \t]{1,4}\d{3}(?!\w)/.test(text.slice(end, end + 12));
}

/** An ordinary word follows on the same line, so it is a sentence. */
export function goesOn(text: string, end: number): boolean {
  return /^[.,;:!?]{0,3}[ \t]{1,4}["'“(]?[A-Za-z]{1,30}(?![\w=:@])/.test(text.slice(end, end + 45));
}
