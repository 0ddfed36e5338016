// Pasted text contains no transcript next to its messages, so no call is remembered for one.

export class SeenCalls {
  noteConnection(): void {}
  noteCall(): void {}
  noteAnswer(): void {}
}
