import { generateKeyPairSync, sign } from 'node:crypto';
import { isIP } from 'node:net';

const day = 86_400_000;
/** Object identifiers in DER: ecdsa-with-SHA256, commonName, subjectAltName, basicConstraints. */
const [ecdsaWithSha256, commonName, subjectAltName, basicConstraints] = [
  '06082a8648ce3d040302',
  '0603550403',
  '0603551d11',
  '0603551d13',
].map((hex) => Buffer.from(hex, 'hex')) as [Buffer, Buffer, Buffer, Buffer];

/**
 * A self-signed certificate of an IPv4 address or a name (RFC 5280), and its key, both as PEM. @param days of its validity, from yesterday
 * on
 */
export function makeCertificate(name: string, days = 2): { certificate: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(ecdsaWithSha256);
  const subject = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))));
  const yesterday = Date.now() - day;
  const names = sequence(isIP(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name)));
  const extensions = sequence(
    sequence(subjectAltName, der(0x04, names)),
    sequence(basicConstraints, der(0x04, sequence(der(0x01, Buffer.from([0xff]))))),
  );
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, ...crypto.getRandomValues(new Uint8Array(8))])),
    algorithm,
    subject,
    sequence(time(yesterday), time(yesterday + days * day)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  const body = sequence(content, algorithm, signature).toString('base64').replace(/.{64}/g, '$&\n');
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function time(ms: number): Buffer {
  return der(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}
