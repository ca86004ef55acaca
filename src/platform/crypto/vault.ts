import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals secrets for storage: AES-256-GCM under a key derived from `SECRET_KEY`, with the id of that key, so that keys
 * can be rotated while secrets of older keys can still be opened. A sealed text is `v1.<key id>.<base64url of iv, tag,
 * text>`.
 */
export class Vault {
  private readonly keys: { id: string; key: Buffer }[];

  /** @param previousKeys keys that open older secrets, and seal nothing */
  constructor(secretKey: Buffer, previousKeys: readonly Buffer[] = []) {
    this.keys = [secretKey, ...previousKeys].map((secret) => ({
      id: Buffer.from(hkdfSync('sha256', secret, '', 'crosswalk vault id', 6)).toString('hex'),
      key: Buffer.from(hkdfSync('sha256', secret, '', 'crosswalk vault', 32)),
    }));
  }

  /** @param place where it will be stored (`webhooks <id> secret`); at any other place it cannot be opened */
  seal(text: string, place: string): string {
    const [current] = this.keys;
    if (!current) throw new Error('the vault has no key');
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${VERSION}.${current.id}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
  }

  /** @throws {Error} when it was changed, is stored at another place, or its key is not known */
  open(sealed: string, place: string): string {
    const [version, id, body = ''] = sealed.split('.');
    const key = this.keys.find((each) => each.id === id);
    if (version !== VERSION || !key) throw new Error(`a secret was sealed under a key that is not known: ${id ?? ''}`);
    const bytes = Buffer.from(body, 'base64url');
    // Without the length a tag of four bytes would do, which can be guessed.
    const decipher = createDecipheriv('aes-256-gcm', key.key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }

  /** Id of the current key, which reveals nothing of the key. */
  get keyId(): string {
    return this.keys[0]?.id ?? '';
  }

  /** Whether it has the key with this id. */
  hasKey(keyId: string): boolean {
    return this.keys.some(({ id }) => id === keyId);
  }

  /** Whether a text is sealed under the current key; others should be sealed again. */
  isCurrent(sealed: string): boolean {
    return sealed.split('.')[1] === this.keys[0]?.id;
  }
}
