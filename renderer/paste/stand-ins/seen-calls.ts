// What is pasted holds no transcript beside its messages, so no call is remembered for one.

export class SeenCalls {
  noteConnection(): void {}
  noteCall(): void {}
  noteAnswer(): void {}
}
