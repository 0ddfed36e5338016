// The kinds of secrets that Misfire hides, and how each is called. Owns the words; finding them is in find.ts.

export const maskKinds = {
  credential: 'Sign-in headers and cookies',
  token: 'Tokens and keys',
  password: 'Passwords',
  jwt: 'Signed tokens (JWT)',
  private_key: 'Private keys',
  url: 'Secrets in addresses',
  email: 'E-mail addresses',
  card: 'Card numbers',
  entropy: 'Random-looking values',
  own: 'Your own patterns',
} as const;
export type MaskKind = keyof typeof maskKinds;

/** What stands where a secret was. Equal secrets get equal numbers, so that one can still follow them. */
export const maskWords: Record<MaskKind, string> = {
  credential: 'credential',
  token: 'token',
  password: 'password',
  jwt: 'JWT',
  private_key: 'private key',
  url: 'secret',
  email: 'e-mail',
  card: 'card number',
  entropy: 'random value',
  own: 'hidden',
};

export interface Secret {
  from: number;
  to: number;
  kind: MaskKind;
  /** The secret itself, without the escapes of where it stands; left out: what stands there. */
  value?: string;
  /** A bare value in JSON: what takes its place must be a text, quoted like this. */
  quote?: string;
  /** Secrets within it, where it is a longer text in another form. */
  within?: readonly string[];
}

/** Takes down a secret that was found. */
export type Add = (from: number, to: number, kind: MaskKind, quote?: string) => void;

/** A secret as it reads, and what was found in it where it is a text in another form. */
export function valuesOf(text: string, { from, to, value, within = [] }: Secret): string[] {
  return [value ?? text.slice(from, to), ...within];
}
