// What helps against a trouble, and where in the app that is done: the doctor and the card of an incident say it alike.

export interface Fix {
  words: string;
  /** null: outside of Misfire. */
  action: 'edit_server' | 'sign_in' | 'connect' | 'detect_era' | null;
}
