// For tests only: X.509 certificates made on the fly (RFC 5280 in DER, X.690), so that the project contains no key.

import { createSign, generateKeyPairSync } from 'node:crypto';

export interface TestCertificate {
  key: string;
  cert: string;
}

interface Wishes {
  /** DNS names and IPv4 addresses. */
  names: string[];
  from: Date;
  to: Date;
}

export function makeCertificate({ names, from, to }: Wishes): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'));
  const name = sequence(
    tagged(0x31, sequence(Buffer.from('0603550403', 'hex'), tagged(0x0c, Buffer.from('Misfire test')))),
  );
  const alternatives = names.map((one) =>
    /^[\d.]+$/.test(one) ? tagged(0x87, Buffer.from(one.split('.').map(Number))) : tagged(0x82, Buffer.from(one)),
  );
  const extensions = sequence(
    sequence(Buffer.from('0603551d11', 'hex'), tagged(0x04, sequence(...alternatives))),
    // A CA, so that a test can also trust it as an authority.
    sequence(
      Buffer.from('0603551d13', 'hex'),
      tagged(0x01, Buffer.from([0xff])),
      tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff])))),
    ),
  );
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(time(from), time(to)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  const der = sequence(body, ecdsaWithSha256, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));

/** UTCTime: YYMMDDHHMMSSZ. */
const time = (date: Date): Buffer =>
  tagged(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
