/** With a period, so that the next sentence can follow. */
export function asSentence(text: string): string {
  const plain = text.trim();
  return /[.!?…]$/.test(plain) ? plain : `${plain}.`;
}
