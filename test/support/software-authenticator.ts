import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** The members of `PublicKeyCredentialCreationOptionsJSON` that an authenticator reads. */
export interface CreationOptions {
  challenge: string;
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  excludeCredentials?: { id: string }[];
  authenticatorSelection?: { residentKey?: string; userVerification?: string };
  attestation?: string;
  timeout?: number;
}

/** The members of `PublicKeyCredentialRequestOptionsJSON` that an authenticator reads. */
export interface RequestOptions {
  challenge: string;
  rpId: string;
  allowCredentials?: { id: string }[];
  userVerification?: string;
}

/** What an authenticator, or a page that attacks, does otherwise. */
export interface Twist {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** Whether a frame of another site asks. */
  crossOrigin?: boolean;
  isUserVerified?: boolean;
  isUserPresent?: boolean;
  isBackupEligible?: boolean;
  /** Value of the counter, instead of the next one. */
  signCount?: number;
  /** Handle of the account; null leaves it out. */
  userHandle?: string | null;
  /** Id of the credential. */
  id?: string;
  /** Key that signs. */
  key?: KeyObject;
}

interface AuthenticatorOptions {
  /** Origin of the pages that it is used on. */
  origin: string;
  /** Whether it counts signatures; those that sync their keys do not. @default true */
  counts?: boolean;
}

const [PRESENT, VERIFIED, BACKUP_ELIGIBLE, BACKED_UP, HAS_CREDENTIAL] = [0x01, 0x04, 0x08, 0x10, 0x40];

/** A browser with an authenticator, in software, with one discoverable ES256 key. Source: Web Authentication Level 3. */
export class SoftwareAuthenticator {
  readonly id: string;
  private readonly key: KeyObject;
  private readonly coordinates: { x: Buffer; y: Buffer };
  private userHandle = '';
  private signCount = 0;

  constructor(private readonly options: AuthenticatorOptions) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.key = privateKey;
    this.coordinates = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') };
    this.id = randomBytes(32).toString('base64url');
  }

  /** A key of nobody. */
  static otherKey(): KeyObject {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' }));
  }

  /** Makes the credential: `RegistrationResponseJSON`. */
  create({ challenge, rp, user }: CreationOptions, twist: Twist = {}): Record<string, unknown> {
    this.userHandle = user.id;
    const id = twist.id ?? this.id;
    const authData = Buffer.concat([this.authenticatorData(rp.id, twist, HAS_CREDENTIAL), this.credentialData(id)]);
    const attestation = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(authData)],
    ]);
    const clientDataJSON = this.clientData('webauthn.create', challenge, twist).toString('base64url');
    const response = {
      clientDataJSON,
      attestationObject: attestation.toString('base64url'),
      transports: ['internal', 'hybrid'],
    };
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  /** Shows the credential: `AuthenticationResponseJSON`. */
  get({ challenge, rpId }: RequestOptions, twist: Twist = {}): Record<string, unknown> {
    if (this.options.counts !== false) this.signCount += 1;
    const authData = this.authenticatorData(rpId, twist, 0);
    const clientData = this.clientData('webauthn.get', challenge, twist);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    const id = twist.id ?? this.id;
    const userHandle = twist.userHandle === undefined ? this.userHandle : twist.userHandle;
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, twist.key ?? this.key).toString('base64url'),
      ...(userHandle === null ? {} : { userHandle }),
    };
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  private clientData(type: string, challenge: string, twist: Twist): Buffer {
    const { origin = this.options.origin, crossOrigin = false } = twist;
    const data = { type: twist.type ?? type, challenge: twist.challenge ?? challenge, origin, crossOrigin };
    return Buffer.from(JSON.stringify(data), 'utf8');
  }

  /** Source: section 6.1. */
  private authenticatorData(rpId: string, twist: Twist, more: number): Buffer {
    const { isUserPresent = true, isUserVerified = true, isBackupEligible = this.options.counts === false } = twist;
    const flags =
      (isUserPresent ? PRESENT : 0) |
      (isUserVerified ? VERIFIED : 0) |
      (isBackupEligible ? BACKUP_ELIGIBLE | BACKED_UP : 0) |
      more;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(twist.signCount ?? this.signCount);
    return Buffer.concat([
      createHash('sha256')
        .update(twist.rpId ?? rpId)
        .digest(),
      Buffer.from([flags]),
      count,
    ]);
  }

  /** AAGUID of zeros, id, and the key as COSE_Key (RFC 9053, section 7.1.1): EC2, ES256, P-256. */
  private credentialData(id: string): Buffer {
    const bytes = Buffer.from(id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    const { x, y } = this.coordinates;
    const key = cborMap([
      [cborInt(1), cborInt(2)],
      [cborInt(3), cborInt(-7)],
      [cborInt(-1), cborInt(1)],
      [cborInt(-2), cborBytes(x)],
      [cborInt(-3), cborBytes(y)],
    ]);
    return Buffer.concat([Buffer.alloc(16), length, bytes, key]);
  }
}

/** Head of a CBOR item (RFC 8949, section 3): major type, and a length or a value below 65,536. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}

function cborInt(value: number): Buffer {
  return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes]);
}

function cborText(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  return Buffer.concat([cborHead(3, bytes.length), bytes]);
}

function cborMap(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
}
