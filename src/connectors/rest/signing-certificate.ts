import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';

/** A client certificate with its private key. */
export interface SigningCertificate {
  key: KeyObject;
  /** SHA-256 of the certificate, base64url: Microsoft identifies it by that. */
  thumbprint: string;
}

/** Reads a certificate and its RSA key, both PEM, in either order; null where one is missing or they do not match. */
export function readCertificate(pem: string): SigningCertificate | null {
  try {
    const certificate = new X509Certificate(pem);
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType !== 'rsa' || !certificate.checkPrivateKey(key)) return null;
    return {
      key,
      thumbprint: Buffer.from(certificate.fingerprint256.replaceAll(':', ''), 'hex').toString('base64url'),
    };
  } catch {
    return null;
  }
}
