// The kinds of secrets that Misfire masks, and their names. find.ts finds them.

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

/** The placeholder of a secret. Equal secrets get equal numbers, so that readers can follow them. */
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

export interface SecretKind {
  from: number;
  to: number;
  kind: MaskKind;
  /** The secret without the escapes of its context; default: the raw text. */
  value?: string;
  /** A bare value in JSON: its placeholder must be a string, quoted like this. */
  quote?: string;
  /** Secrets within it, if it is a longer encoded text. */
  within?: readonly string[];
}

/** Records a found secret. */
export type Add = (from: number, to: number, kind: MaskKind, quote?: string) => void;

/** A decoded secret, and what was found in it if it is an encoded text. */
export function secretValues(text: string, { from, to, value, within = [] }: SecretKind): string[] {
  return [value ?? text.slice(from, to), ...within];
}
