// Ordinary sentences, program messages and protocol fragments about secrets that contain none: they stay unchanged.

import { expect, it } from 'vitest';
import { hideGivenTokens } from './given-tokens.ts';
import { Masker } from './masker.ts';

const sentences = `Token expired
Token expired at 2026-11-14T12:00:00Z
The token is expired.
Your session has expired. Please sign in again.
OLDPWD=/home/ann/src
PWD=/home/ann/src/misfire
Misfire cannot write to the log file /tmp/misfire-cli-Bp6EO7/log.db
Saved as /var/folders/z5/X9kQ2mB7c/T/misfire-Rt4Kp1/Report.html
--password: Use the form on the left
--password string   Password to use when connecting
--token TOKEN  The token to send
  garden-mcp --access-token=TOKEN --host=garden.example:9000 --insecure-http
  garden-mcp --api-key=GARDEN_API_KEY --base-url=https://garden.example/v1/
-p, --password string   password of the account
--api-key KEY: where the key is
Authorization: Bearer $TOKEN
Authorization: Bearer <token>
Authorization: you are not allowed to do this
Authorization failed for this request
hostinger needs valid credentials: HTTP 401: The access token is invalid
Missing credentials: HTTPS only
Invalid token: HTTP/1.1 401 Unauthorized
token: OAuth2 is not enabled for this workspace
token: JSON
Unexpected token: EOF
unexpected token: IDENT at line 3
Token: RPAR
secret: AWS is not configured
Authorization: SSO
Wrong password: LDAP 49
Missing token: CircleCI wants one for this project
credentials: ECONNREFUSED 502
token: INVALID_TOKEN was returned by the service
api_key: GitHub wants one in the header
Unauthorized: CircleCI token required via Authorization: Bearer or Circle-Token header
Authorization: Bearer or X-Api-Key header
Authorization: Basic or Digest is accepted
Authorization: Bearer scheme (RFC 6750) is used here
Authorization: Bearer authentication is used for this endpoint
Authorization: Token based access is off
Authorization: Circle-Token header or OAuth works too
Authorization: HTTP 401
Proxy-Authorization: Basic over HTTPS works
Send it as Authorization: Bearer <token>.
Send Authorization: Bearer <token> or Authorization: Basic <pair> with each call
Cookie: session cookies are off
https://example.org/find?q=how+to+reset+my+password&page=2
q=token+expired+yesterday&lang=en
error=invalid_grant&error_description=The+token+is+expired+or+was+revoked
message=Password+must+have+at+least+8+characters&field=password
total=price+tax+shipping
Build with c++ and a token+key pair
API_KEY=$KEY
API_KEY=\${API_KEY}
password=\${DB_PASSWORD:-}
curl -u "$USER:$PASS" https://example.org
docker run -u 1000:1000 image
docker run -p 8080:80 nginx
mkdir -p /var/lib/thing
psql -p 5432 -h localhost
ssh -p 2222 host
The password is wrong.
The password is too short
Password is required
Password must have at least 8 characters
Password: must be at least 8 characters
password: required
token: expired
secret: missing
Invalid token in JSON at position 3
Unexpected token } in JSON at position 12
Unexpected token 'a', "abc" is not valid JSON
SyntaxError: Unexpected token < in JSON at position 0
The API key is missing.
The API key is invalid or was revoked
Your secret is safe.
No credentials were given.
Credentials are not configured for this server
Set the environment variable GITHUB_TOKEN and try again.
Use a personal access token instead of a password.
Pass the token in the Authorization header.
The bearer token has no scope for this tool.
Basic authentication is not supported
Bearer authentication is required
Negotiate failed: no ticket
Digest mismatch for layer 3
The pin is 4 digits long
Enter your PIN to go on
Two keys were found: name and id
key: value
key=value
The primary key is not unique
Foreign key constraint failed
Press any key to continue
monkey=banana
keyboard: qwerty layout
author: Ann Lee
design_token: blue
max_tokens: 4096
input_tokens=120 output_tokens=64
Used 5321 tokens of 8192
progressToken: 7
nextPageToken was not understood
tokens: 12
The tokenizer counts 12 tokens
pass: 12, fail: 3
Tests: 12 pass, 3 fail
bypass=true
compass heading is north
The compassion of strangers
passing the argument by value
passenger: 3
The secretary is out until Monday
secret sauce, token bucket
A token ring and a key stone
{"password":["This field is required."]}
{"password":["is too short (minimum is 8 characters)"]}
{"errors":{"password":"must contain a digit"}}
{"token":null,"password":"","secret":false}
{"required":["username","password"]}
{"properties":{"password":{"type":"string","description":"The password of the account"}}}
{"name":"password","type":"string","required":true}
{"field":"password","message":"Password is too short"}
{"code":"invalid_token","error":"The access token expired"}
{"error":"invalid_grant","error_description":"The refresh token is invalid or expired"}
{"token_type":"Bearer","expires_in":3600}
{"method":"tools/call","params":{"name":"get_token_count","arguments":{"text":"a b"}}}
{"nextCursor":"eyAicGFnZSI6IDIgfQ","total":12}
{"key":"status","value":"open"}
{"id":"3f2504e0-4f89-41d3-9a0c-0305e82c3301"}
{"api_key":"\${API_KEY}"}
{"password":"***"}
{"token":"[REDACTED]"}
{"password":"<your password>"}
{"headers":{"Authorization":"Bearer <token>"}}
WWW-Authenticate: Bearer realm="example", error="invalid_token"
https://example.org/docs/tokens#how-to-get-one
https://example.org/reset-password?step=2
GET /api/keys?page=2&sort=asc
See the section "Secrets" of the manual.
retry-after: 30
Error: connect ECONNREFUSED 127.0.0.1:5432
sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
commit 9fceb02d0ae598e95dc970b74767f19372d61af8
<password>required</password>
<xs:element name="password" type="xs:string"/>
<label for="password">Password</label>
machine learning needs no password at all
login as ann, password on request
The order SO-1001 was not found
Order 4006381333931 shipped on 2026-11-14
Version 1.32.2 of @modelcontextprotocol/sdk
git@github.com:owner/repository.git
10.0.0.1:8080 answered 502 Bad Gateway
Contraseña incorrecta
contraseña: incorrecta
La contraseña es obligatoria
El campo contraseña es requerido para continuar
Mot de passe invalide
mot de passe : obligatoire
Votre mot de passe est expiré
Das Passwort ist falsch
Das Kennwort lautet anders
Passwort: ungültig
Неверный пароль
пароль: неверный
密码错误
密码：错误
パスワードが正しくありません
비밀번호를 입력하세요
A senha é obrigatória
{"contraseña":["no puede estar vacía"],"usuario":"ann"}
Recovery codes are shown only once
Save your backup codes in a safe place
Recovery codes: read-only
Your seed phrase is missing
The seed phrase has twelve words, please write them down with great care
the quick brown fox jumps over the lazy dog and then runs away
we could not read the file because another process has locked it
{"auth":"oauth2","type":"http"}
{"auth":"required"}
auth: none
auth=basic
response=200 ok
db.example.org:5432: connection refused
at run (/srv/app/server.js:12:5)
2026-11-14T12:00:00:000 start
fe80:1234:abcd:ef01:2345:6789:abcd:ef01
arn:aws:iam:us-east-1:12345:role
{"kind":"ConfigMap","data":{"level":"debug-2","mode":"x1"}}
{"token":{"type":"string","description":"A token of the account","minLength":8}}
{"credentials":{"type":"service_account","project_id":"shop-12"}}
{"secret":{"name":"db-1","version":3,"created_at":"2026-11-14"}}
{"columns":["username","password","created-1"]}
["password","token","api-key"]
["GET","POST","x-request-id"]
{"tags":["secret","token","key"]}
password: |
passwords:
secret: >-
user,name,age
| tool | token count |
variable "region" {
call setToken("ann") first
getSecret("name") failed
[12 errors, 3 warnings]
[2026-11-14 12:00:00] INFO started
[1,2,3]`.split('\n');

it('there are more than a hundred', () => expect(sentences.length).toBeGreaterThanOrEqual(100));

it.each(sentences)('%s', (sentence) => {
  expect(new Masker().mask(sentence)).toBe(sentence);
  // The same as an error message, and wrapped in another text.
  const wrapped = JSON.stringify({ error: { code: -32000, message: sentence } });
  expect(new Masker().mask(wrapped)).toBe(wrapped);
  expect(hideGivenTokens(sentence)).toBe(sentence);
});

it.each([
  ['Authorization: Bearer x7Kq2mB9 was refused', 'Authorization: Bearer ‹credential 1› was refused'],
  ['Authorization: Bearer hunterhunter', 'Authorization: Bearer ‹credential 1›'],
  ['token: abCdEfgh', 'token: ‹token 1›'],
  ['API_TOKEN: QWERTZUIOP', 'API_TOKEN: ‹token 1›'],
  // A few capitals are a name only after the bare word "token".
  ['api_key: QWERT', 'api_key: ‹token 1›'],
  ['client_secret: QWERT', 'client_secret: ‹token 1›'],
  ['x-api-key: QWERT', 'x-api-key: ‹token 1›'],
  ['password: QWERT', 'password: ‹password 1›'],
  ['token=QWERT', 'token=‹token 1›'],
  ['{"token":"QWERT"}', '{"token":"‹token 1›"}'],
])('masks the credential and keeps the words next to it: %s', (text, masked) => {
  expect(new Masker().mask(text)).toBe(masked);
});
