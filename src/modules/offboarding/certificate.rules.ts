import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { keyIdOf } from '../audit/signed-head.rules.js';

/** What was deleted of an organization, when and by whom. */
export interface DeletionCertificate {
  type: 'crosswalk/organization-deletion/1';
  tenant_id: string;
  name: string;
  /** RFC 3339. */
  deleted_at: string;
  deleted_by: string;
  /** Rows by table. */
  rows: Record<string, number>;
  /** Number of stored files. */
  objects: number;
  audit: {
    entries: number;
    /** Hash of the last entry, hexadecimal. */
    last_hash: string | null;
    /** The last signed head, as a signed note. */
    last_signed_head: string | null;
  };
}

export interface SignedCertificate {
  certificate: DeletionCertificate;
  /** Ed25519 over the bytes of `JSON.stringify(certificate)`, base64, with the key of audit heads. */
  signature: { algorithm: 'ed25519'; key_id: string; value: string };
}

/** A certificate of deletion with its Ed25519 signature. */
export function signCertificate(certificate: DeletionCertificate, key: KeyObject): SignedCertificate {
  const value = sign(null, bytesOf(certificate), key).toString('base64');
  return { certificate, signature: { algorithm: 'ed25519', key_id: keyIdOf(createPublicKey(key)), value } };
}

/** Whether one of the keys has signed it. */
export function isSigned({ certificate, signature }: SignedCertificate, publicKeys: readonly KeyObject[]): boolean {
  const value = Buffer.from(signature.value, 'base64');
  return publicKeys.some((key) => verify(null, bytesOf(certificate), key, value));
}

function bytesOf(certificate: DeletionCertificate): Buffer {
  return Buffer.from(JSON.stringify(certificate));
}
