// Names for passwords and keys in other languages: as a field name, before a separator, and in a sentence. Written with accents, compared
// without.

import { withoutAccents } from './foreign-words.ts';
import type { Add, MaskKind } from './kinds.ts';
import { isNoValue, isTellingWord } from './plain-values.ts';

const passwords = [
  'contraseña',
  'contrasenya',
  'mot de passe',
  'passwort',
  'kennwort',
  'senha',
  'palavra-passe',
  "parola d'ordine",
  'parola',
  'wachtwoord',
  'lösenord',
  'passord',
  'adgangskode',
  'kodeord',
  'salasana',
  'hasło',
  'heslo',
  'jelszó',
  'geslo',
  'zaporka',
  'parool',
  'şifre',
  'mật khẩu',
  'kata sandi',
  'пароль',
  'парола',
  'лозинка',
  'гасло',
  'κωδικός πρόσβασης',
  'κωδικός',
  'סיסמה',
  'ססמה',
  'كلمة المرور',
  'كلمة السر',
  'पासवर्ड',
  'รหัสผ่าน',
  '密码',
  '密碼',
  '口令',
  'パスワード',
  '暗証番号',
  '비밀번호',
  '암호',
];
const tokens = [
  'clave secreta',
  'clave api',
  'clé secrète',
  'clé api',
  'geheimer schlüssel',
  'секретный ключ',
  'ключ api',
  'токен',
  '密钥',
  '密鑰',
  '秘钥',
  '令牌',
  'トークン',
  '秘密鍵',
  'apiキー',
  '토큰',
];

const kinds = new Map<string, MaskKind>([
  ...passwords.map((name) => [withoutAccents(name), 'password'] as const),
  ...tokens.map((name) => [withoutAccents(name), 'token'] as const),
]);
const lengths = [...new Set([...kinds.keys()].map(({ length }) => length))].sort((a, b) => b - a);

/** Languages without spaces put words before it: `数据库密码`. */
export function kindOfForeignName(name: string): MaskKind | null {
  const read = withoutAccents(name);
  for (const length of lengths) {
    const kind = length > read.length ? undefined : kinds.get(read.slice(-length));
    if (kind !== undefined) return kind;
  }
  return null;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const written = [...passwords, ...tokens].flatMap((name) => [name.normalize('NFC'), name.normalize('NFD')]);
/** A separator or a word for "is", followed by a value. */
const said = new RegExp(
  `(?<![A-Za-z0-9_])(${[...new Set(written)]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join(
      '|',
    )})(?:[ \\t\\u00a0]{0,4}([:：=])|[ \\t]{1,4}[–—-](?=[ \\t])|[ \\t]{1,4}(?:es|est|ist|lautet|is|é|e|è|jest|je|är|er|on|este|đã là|là|adalah|to|είναι)(?=[ \\t])|(?:是|为|為|は|은|는))[ \\t\\u00a0]{0,4}["'“「『«]?([^\\s"'”」』»，。、；,;<>]{3,400})`,
  'giu',
);

/** `mot de passe : x`, `La contraseña es x`, `密码是x`. Words about a password stay: a value in a sentence has a digit or a sign. */
export function findForeign(text: string, add: Add): void {
  for (const match of text.matchAll(said)) {
    const raw = match[3] as string;
    const value = raw.replace(/[.:!?)}\]…]{1,40}$/, '');
    const from = match.index + match[0].length - raw.length;
    const isWord = /^[\p{L}\p{M}’'-]+$/u.test(value);
    if (value.length < 3 || isNoValue(value) || isTellingWord(value)) continue;
    const goesOn = /^[.,;:!?]{0,3}[ \t]{1,4}\p{L}/u.test(text.slice(from + raw.length, from + raw.length + 12));
    if (isWord && (match[2] === undefined || goesOn)) continue;
    add(from, from + value.length, kindOfForeignName(match[1] as string) ?? 'password');
  }
}
