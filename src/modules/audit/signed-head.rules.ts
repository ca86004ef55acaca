import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign, verify, type KeyObject } from 'node:crypto';

/** State of a tenant's trail at some moment: everything before is fixed by it. */
export interface AuditHead {
  tenantId: string;
  /** Number of entries. */
  size: number;
  /** Root of the Merkle tree over the hashes of the entries. */
  root: Buffer;
  /** Hash of the last entry, hexadecimal. */
  chain: string;
  at: Date;
}

/** DER of an Ed25519 key before its 32 bytes. Source: RFC 8410. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX_BYTES = 12;
/** Algorithm byte of Ed25519 in a key hash. Source: C2SP signed-note. */
const ED25519 = 1;
const KEY_HASH_BYTES = 4;
/** What a note begins with, and the name of its key. */
const ORIGIN = 'crosswalk/audit/';
const NOTE =
  /^(crosswalk\/audit\/([0-9a-f-]{36})\n(\d+)\n([A-Za-z0-9+/]{43}=)\nchain ([0-9a-f]{64})\ntime (\S+)\n)\n— (\S+) (\S+)\n$/;

/** Signing key of audit heads, derived from a secret key, so that the database does not have it. */
export function headKey(secretKey: Buffer): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, '', 'crosswalk audit heads', 32));
  return createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' });
}

/** A public key as PEM. */
export function publicPem(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'spki' }).toString();
}

/** Public keys of a text of one or more PEMs. @throws {Error} for a text without one */
export function publicKeysOf(text: string): KeyObject[] {
  const found = text.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? [];
  if (found.length === 0) throw new Error('there is no public key in it');
  return found.map((pem) => createPublicKey(pem));
}

/** Short name of a public key: the first 16 digits of the SHA-256 of its 32 bytes. */
export function keyIdOf(key: KeyObject): string {
  return createHash('sha256').update(rawPublicKey(key)).digest('hex').slice(0, 16);
}

/**
 * A head as a signed note, the form of transparency logs, for whose verification other tools exist. Source: C2SP
 * tlog-checkpoint and signed-note (https://c2sp.org).
 */
export function signHead(head: AuditHead, key: KeyObject): string {
  const origin = originOf(head.tenantId);
  const body = `${origin}\n${head.size}\n${head.root.toString('base64')}\nchain ${head.chain}\ntime ${head.at.toISOString()}\n`;
  const signature = sign(null, Buffer.from(body), key);
  return `${body}\n— ${origin} ${Buffer.concat([keyHash(origin, key), signature]).toString('base64')}\n`;
}

/** Head of a signed note; null for a text of another form or a note that none of the keys has signed. */
export function openHead(note: string, publicKeys: readonly KeyObject[]): AuditHead | null {
  const [, body = '', tenantId = '', size, root = '', chain = '', at = '', name, signed = ''] = NOTE.exec(note) ?? [];
  if (name !== originOf(tenantId)) return null;
  const bytes = Buffer.from(signed, 'base64');
  const signature = bytes.subarray(KEY_HASH_BYTES);
  const isSigned = publicKeys.some(
    (key) =>
      keyHash(name, key).equals(bytes.subarray(0, KEY_HASH_BYTES)) && verify(null, Buffer.from(body), key, signature),
  );
  if (!isSigned) return null;
  return { tenantId, size: Number(size), root: Buffer.from(root, 'base64'), chain, at: new Date(at) };
}

/** The notes of a text that has several, one after the other. */
export function notesOf(text: string): string[] {
  const normalized = text.replaceAll('\r\n', '\n');
  const end = /\n\n— [^\n]*\n/g;
  const notes: string[] = [];
  for (let at = normalized.indexOf(ORIGIN); at >= 0; at = normalized.indexOf(ORIGIN, end.lastIndex)) {
    end.lastIndex = at;
    if (!end.test(normalized)) break;
    notes.push(normalized.slice(at, end.lastIndex));
  }
  return notes;
}

function originOf(tenantId: string): string {
  return `${ORIGIN}${tenantId}`;
}

function keyHash(name: string, key: KeyObject): Buffer {
  const named = Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([ED25519]), rawPublicKey(key)]);
  return createHash('sha256').update(named).digest().subarray(0, KEY_HASH_BYTES);
}

function rawPublicKey(key: KeyObject): Buffer {
  const publicKey = key.type === 'public' ? key : createPublicKey(key);
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX_BYTES);
}
