// The built-in dialects. Adding one takes its own file and one line here.

import { aws } from './aws.ts';
import { closient } from './closient.ts';
import { databases } from './databases.ts';
import type { Dialect } from './dialect-schema.ts';
import { erlmcp } from './erlmcp.ts';
import { errorModel } from './error-model.ts';
import { googleRpcDialect } from './google-rpc.ts';
import { http } from './http-statuses.ts';
import { jsonRpc } from './json-rpc.ts';
import { mcp } from './mcp.ts';
import { misfireMock } from './misfire-mock.ts';
import { platica } from './platica.ts';
import { qaqnuz } from './qaqnuz.ts';
import { rfc9457 } from './rfc9457.ts';
import { cloudflare, github, languageModels, oauth, slack, stripe } from './web-apis.ts';
import { wording } from './wording.ts';

/** Within a place, an earlier dialect decides: tables come before words. */
export const builtInDialects: readonly Dialect[] = [
  http,
  jsonRpc,
  mcp,
  rfc9457,
  googleRpcDialect,
  aws,
  stripe,
  languageModels,
  oauth,
  slack,
  github,
  cloudflare,
  databases,
  closient,
  errorModel,
  erlmcp,
  qaqnuz,
  platica,
  misfireMock,
  wording,
];
