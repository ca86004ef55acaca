import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';

/** A certificate to sign in with. */
export interface SigningCertificate {
  key: KeyObject;
  /** SHA-256 of the certificate, base64url: how Microsoft finds it. */
  thumbprint: string;
}

/**
 * Reads a certificate and its RSA key, one after the other in PEM; null where they are none or do not belong together.
 */
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
