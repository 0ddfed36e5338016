// What helps against a trouble that the doctor found, and where in the app that is done.

export interface Fix {
  words: string;
  /** null: outside of Misfire. */
  action: 'edit_server' | 'sign_in' | 'connect' | 'detect_era' | null;
}
