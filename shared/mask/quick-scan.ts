// One quick pass that decides which searches are needed: most texts are short sentences that no pattern needs to scan.

export interface QuickScan {
  /** `:` or `=`: a name may precede a value. */
  names: boolean;
  /** A dash after a space or quote: an option. */
  options: boolean;
  at: boolean;
  angle: boolean;
  /** `{` or `[`: an object or list may start. */
  brackets: boolean;
  /** A backslash, `%` or `&`: the text may be encoded. */
  escapes: boolean;
  /** The longest run of letters, digits and token characters. */
  run: number;
  digits: number;
  /** Words for secrets. */
  words: boolean;
  /** A letter outside ASCII: names in other languages. */
  beyond: boolean;
  /** Spaces: a seed phrase has eleven. */
  blanks: number;
}

const secretWord =
  /pass|pwd|pin\b|otp|secret|token|key\b|credential|bearer|basic|negotiate|apikey|dpop|bot |codes?\b|phrase|mnemonic|identified|kennwort|senha|heslo|wachtwoord|salasana|parola|geslo|zaporka|parool|adgangskode|kodeord|kata sandi|clave|geheim/i;

/** The first three letters of each, in five bits a letter: texts without them need no search for words. */
const starts = new Uint8Array(2 ** 15);
for (const word of secretWord.source.split('|'))
  starts[[0, 1, 2].reduce((sum, at) => (sum << 5) | (word.charCodeAt(at) & 31), 0)] = 1;

export function quickScan(text: string): QuickScan {
  let names = false;
  let options = false;
  let at = false;
  let angle = false;
  let brackets = false;
  let escapes = false;
  let run = 0;
  let longest = 0;
  let digits = 0;
  let blanks = 0;
  let beyond = false;
  let before = 32;
  let three = 0;
  let mayHaveWords = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    three = ((three << 5) | (unit & 31)) & 0x7fff;
    mayHaveWords |= starts[three] as number;
    if ((unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57)) {
      if (unit <= 57) digits += 1;
      run += 1;
      before = unit;
      continue;
    }
    switch (unit) {
      case 45: // -
        if (before === 32 || before === 39 || before === 34 || before === 9 || before === 10) options = true;
        run += 1;
        break;
      case 43: // +
      case 46: // .
      case 47: // /
      case 95: // _
      case 37: // %
        if (unit === 37) escapes = true;
        run += 1;
        break;
      default:
        if (run > longest) longest = run;
        run = 0;
        if (unit === 32) blanks += 1;
        else if (unit === 58 || unit === 61) names = true;
        else if (unit === 64) at = true;
        else if (unit === 60) angle = true;
        else if (unit === 123 || unit === 91) brackets = true;
        else if (unit === 92 || unit === 38) escapes = true;
        else if (unit > 127) beyond = true;
    }
    before = unit;
  }
  if (run > longest) longest = run;
  const words = mayHaveWords !== 0 && secretWord.test(text);
  return { names, options, at, angle, brackets, escapes, run: longest, digits, words, beyond, blanks };
}

/** Nothing that a secret must have. */
export const hasNothingToMask = (seen: QuickScan): boolean =>
  !(
    seen.names ||
    seen.options ||
    seen.at ||
    seen.angle ||
    seen.brackets ||
    seen.escapes ||
    seen.words ||
    seen.beyond
  ) &&
  seen.run < 12 &&
  seen.digits < 12 &&
  seen.blanks < 11;
