import { generateKeyPairSync, sign } from 'node:crypto';

/** A new self-signed certificate and its RSA key, PEM. Node.js reads certificates but cannot create them. */
export function certificatePem(): string {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  // sha256WithRSAEncryption
  const algorithm = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'));
  const name = sequence(der(0x31, sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('an app')))));
  const signed = sequence(
    der(0xa0, Buffer.from('020102', 'hex')),
    Buffer.from('020101', 'hex'),
    algorithm,
    name,
    sequence(der(0x17, Buffer.from('250101000000Z')), der(0x17, Buffer.from('490101000000Z'))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.concat([Buffer.of(0), sign('sha256', signed, privateKey)]));
  const base64 = sequence(signed, algorithm, signature).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n${key}`;
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

/** Tag, length and content (ITU-T X.690). */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}
