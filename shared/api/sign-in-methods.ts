// Methods of signing in to servers.

import { z } from 'zod';
import type { SignInView } from '../server/connecting.ts';
import { method, returns, serverId } from './method.ts';

export const signInMethods = {
  /** Starts signing in; `signIn` of the server then says where the user continues. */
  signIn: method(z.object({ server: serverId, scope: z.string().max(2000).optional() }), returns<SignInView>()),
  cancelSignIn: method(z.object({ server: serverId }), returns<null>()),
  signOut: method(z.object({ server: serverId }), returns<null>()),
};
