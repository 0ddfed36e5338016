// Names of each sign-in step (OAuth 2.1) on success and on failure, and the fix.

import type { SignInStep } from '../../wire.ts';

export interface StepWords {
  /** The row's text on success. */
  done: string;
  /** The row's text on failure. */
  failed: string;
  /** What Misfire was doing, as `Misfire … , but`. */
  doing: string;
  remedy: string[];
}

export const stepWords: Record<SignInStep, StepWords> = {
  resource_metadata: {
    done: 'Sign-in: resource metadata found',
    failed: 'Sign-in: no resource metadata',
    doing: 'asked the server what protects it',
    remedy: ['Open the address in a browser: it must answer with the metadata of RFC 9728 as JSON.'],
  },
  server_metadata: {
    done: 'Sign-in: authorization server found',
    failed: 'Sign-in: bad authorization server',
    doing: 'asked the authorization server how it works',
    remedy: ['Open the address in a browser: it must answer with the metadata of RFC 8414 as JSON.'],
  },
  registration: {
    done: 'Sign-in: registered',
    failed: 'Sign-in: registration refused',
    doing: 'asked to be registered as a client',
    remedy: ['Register a client by hand and enter its id in the server’s settings.'],
  },
  authorization: {
    done: 'Sign-in: approved',
    failed: 'Sign-in: not approved',
    doing: 'waited for the browser to come back',
    remedy: ['Sign in once more.'],
  },
  token: {
    done: 'Sign-in: token received',
    failed: 'Sign-in: token refused',
    doing: 'asked for a token with the code that the browser brought',
    remedy: ['Sign in once more; if it happens again, look at what was sent and answered.'],
  },
  refresh: {
    done: 'Sign-in: token renewed',
    failed: 'Sign-in: renewal refused',
    doing: 'asked for a fresh token',
    remedy: ['Sign in again: the refresh token is used up, revoked or expired.'],
  },
  revocation: {
    done: 'Sign-out: token revoked',
    failed: 'Sign-out: revocation refused',
    doing: 'asked to revoke the token',
    remedy: ['Misfire has forgotten the token. Revoke it at the authorization server if it must not be used any more.'],
  },
};
