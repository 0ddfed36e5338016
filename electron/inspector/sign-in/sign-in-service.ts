// Signing in to servers by OAuth 2.1: who is signed in where, and the steps that a person starts. Owns state and tokens;
// the requests themselves are transports/oauth's, and each is recorded.

import { done, refused } from '../../../shared/api.ts';
import type { SignInView } from '../../../shared/connecting.ts';
import type { Ask } from '../answering.ts';

export class SignInService {
  view(_server: string): SignInView {
    return { state: 'none', words: '', url: null, scopes: [], expiresAt: null };
  }

  /** The value of the authorization header for a server that someone signed in to; null: none is sent. */
  async authorise(_server: string, _url: string): Promise<string | null> {
    return null;
  }

  readonly signIn: Ask<'signIn'> = async () => refused('refused', 'Not there yet.');
  readonly cancelSignIn: Ask<'cancelSignIn'> = async () => done(null);
  readonly signOut: Ask<'signOut'> = async () => done(null);

  close(): void {}
}
