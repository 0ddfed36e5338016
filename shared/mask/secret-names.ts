// Which names have a secret value: fields, headers, variables, options, URL parameters. The single owner of that question for masking,
// snippets, configurations, sign-in and the form. plain-values.ts judges values.

import { kindOfForeignName } from './foreign-names.ts';
import type { MaskKind } from './kinds.ts';

/** The context of a name: `key` alone names a secret in a URL or the environment, hardly ever in an object. */
export type NamePlace = 'member' | 'query' | 'variable' | 'option' | 'header';

/** Headers and cookies that contain only a credential. Without separators, in lowercase. */
const credentialNames =
  /^(?:x?(?:proxy)?(?:forwarded)?authorization|(?:set)?cookie2?|(?:x)?(?:mcp)?sessionid|jsessionid|phpsessid|aspnetsessionid|sessioncookie|connectsid|xamzsecuritytoken|xgoogiamauthoritytoken)$/;

/** Clear at the end of any name, even without a separator: `dbpassword`, `MYTOKEN`. */
const passwordEnd =
  /(?:passwords?|passwds?|passphrases?|passcodes?|passwort|kennwort|contrasena|contrasenya|motdepasse|senha|palavrapasse|wachtwoord|losenord|adgangskode|kodeord|salasana|heslo|jelszo|katasandi)$/;
const tokenEnd =
  /(?:token|passkey|keydata|secrets?|(?:access|refresh|api|auth|bearer|session|personal)tokens|apikeys?|(?:access|secret|private|signing|encryption|decryption|master|auth|shared|account|service|subscription|webhook|session|licen[cs]e|storage|deploy|ssh|hmac|jwt|admin|client|consumer|app|application|functions?|server)keys?|accesskeyid|credentials?|authcode|authorizationcode|devicecode|codeverifier|clientassertion|bearer|connectionstring|seedphrase|mnemonic|recoverycodes?|backupcodes?|sharedaccesssignature|privatepem)$/;
/** Clear only as a separate word: `DB_PASS`, but neither `bypass` nor `compass`. */
const passwordWord = /^(?:pass|pwd|pw|pin|pincode|otp|totp|mfa|cvv|cvc|ssn)$/;
const joinedPass =
  /^(?:db|user|my|smtp|mail|ftp|root|admin|redis|pg|proxy|login|app|http|basic|auth|new|old)(?:pass|pw)$/;
const tokenWord = /^(?:jwt|pat|dsn|sas|dpop)$/;
/** In URLs, options and the environment, where names are few and mostly relevant. */
const shortWord = /^(?:key|auth|sig|signature|pat)$/;
const queryName =
  /^(?:code|state|sid|session|assertion|samlresponse|ticket|xamzsignature|xamzcredential|xgoogsignature|xgoogcredential|awsaccesskeyid|hash)$/;

/** They end like a secret but are not. */
const plainName =
  /^(?:(?:progress|next|nextpage|page|previous|continuation|sync|max|min|num|stop|start|eos|bos|pad|mask|cancel|cancellation|idempotency|design|unexpected|invalid|input|output|total|prompt|completion)tokens?|tokentype(?:hint)?|oldpwd|publickeytoken|passwordless|hassecrets?|usespassword)$/;
/** Words before `key` that make it harmless. */
const publicKey =
  /^(?:public|primary|foreign|sort|partition|cache|hot|index|unique|sub|routing|object|row|group|host)$/;

const words = (name: string): string[] =>
  name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** What a name says about its value. */
export interface NameFacts {
  kind: MaskKind | null;
  /** `{"name":"password","value":"x"}`: it names another field, or is named by one. */
  isNaming: boolean;
  isHeld: boolean;
  /** What its members are. */
  inner: NamePlace;
}

/** By place and name: joining the two takes as long as finding them. */
const memory = new Map<NamePlace, Map<string, NameFacts>>();
const memoryLimit = 2000;

export function factsOfName(name: string, place: NamePlace): NameFacts {
  let names = memory.get(place);
  const known = names?.get(name);
  if (known !== undefined) return known;
  const isLong = name.length > 200;
  const kind = isLong ? null : readName(name, place);
  const facts = { kind, isNaming: namingMember.test(name), isHeld: heldMember.test(name), inner: placeIn(name) };
  if (!names || names.size >= memoryLimit) {
    names = new Map();
    memory.set(place, names);
  }
  if (!isLong) names.set(name, facts);
  return facts;
}

function placeIn(name: string): NamePlace {
  if (/(?:headers?|cookies?)$/i.test(name)) return 'header';
  if (/^(?:env|environ|environment|envvars|variables)$/i.test(name)) return 'variable';
  return /^(?:query|querystring|queryparams|searchparams)$/i.test(name) ? 'query' : 'member';
}

/** The kind of a value with this name; null: its name says nothing. */
export const kindOfName = (name: string, place: NamePlace = 'member'): MaskKind | null => factsOfName(name, place).kind;

export const isSecretName = (name: string, place: NamePlace = 'member'): boolean => kindOfName(name, place) !== null;

/** A header with only a credential. */
export function isCredentialHeader(name: string): boolean {
  return kindOfName(name, 'header') !== null;
}

function readName(name: string, place: NamePlace): MaskKind | null {
  const parts = words(name);
  // Names in other languages: they may have no ASCII letter.
  if (/[^ -~]/.test(name)) {
    const foreign = kindOfForeignName(name);
    if (foreign !== null) return foreign;
  }
  const whole = parts.join('');
  if (whole === '' || plainName.test(whole)) return null;
  if (credentialNames.test(whole)) return 'credential';
  const last = parts.at(-1) as string;
  // A number at the end is an index: `token2`, `API_KEY_1`.
  const bare = whole.replace(/\d{1,40}$/, '');
  if (plainName.test(bare)) return null;
  const before = parts.at(-2) ?? '';
  // In the environment `PWD` is the working directory.
  if (place === 'variable' && whole === 'pwd') return null;
  if (passwordEnd.test(bare) || passwordWord.test(last.replace(/\d{1,40}$/, '')) || joinedPass.test(last))
    return 'password';
  if (/(?:^|[^d])pwd$/.test(bare) && bare !== 'pwd') return 'password';
  if (tokenEnd.test(bare) || tokenWord.test(last)) return kindOfKey(parts, place);
  if (place === 'member') return null;
  if (place === 'query' && queryName.test(whole)) return 'url';
  if (shortWord.test(last) && !publicKey.test(before)) return place === 'query' ? 'url' : 'token';
  return null;
}

function kindOfKey(parts: readonly string[], place: NamePlace): MaskKind | null {
  const whole = parts.join('');
  // `max_output_tokens` and similar are counts; `csrf` protects a form, but is worth masking in a header.
  if (/(?:max|min|num|total|count|limit|used|remaining)/.test(whole) && /tokens?$/.test(whole)) return null;
  return place === 'header' ? 'credential' : 'token';
}

/** `{"name":"password","value":"x"}`: naming fields, and the fields they name. */
export const namingMember =
  /^(?:name|key|header|headername|field|fieldname|param|parameter|variable|property|attribute|option|setting|k|n|id|label|loc|path|instancepath|pointer|propertypath)$/i;
export const heldMember =
  /^(?:value|values|val|v|content|contents|data|default|current|new|old|newvalue|oldvalue|before|after|from|to|raw|plain|plaintext|secretstring|stringvalue|input|given|received|actual|rejected|rejectedvalue|attemptedvalue|provided|expected)$/i;

/** The last part of a path: `/user/password`, `user.password`, `body → password`. */
export const endOfPath = (path: string): string =>
  path
    .slice(-200)
    .match(/[A-Za-z0-9_-]+/g)
    ?.findLast((part) => !/^\d+$/.test(part)) ?? '';

/** Options whose next word is a secret, as typed: `--token x`, or `-p x` for programs where it is a password. */
export function kindOfOption(option: string): MaskKind | null {
  const bare = /^--?([A-Za-z][\w.-]{0,60})$/.exec(option)?.[1];
  if (bare === undefined || (bare.length < 2 && !option.startsWith('--'))) return null;
  return kindOfName(bare, 'option');
}
