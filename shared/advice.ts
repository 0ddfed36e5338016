// The fix for a problem that the doctor found, and where to apply it in the app.

export interface DoctorFix {
  words: string;
  /** null: outside of Misfire. */
  action: 'edit_server' | 'sign_in' | 'connect' | 'detect_era' | null;
}
