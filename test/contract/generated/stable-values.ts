import { createHash } from 'node:crypto';

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Fields whose value is a secret, or the digest or size of bytes with ids in them. */
const FIXED_MEMBERS: Readonly<Record<string, string | number>> = {
  size: 24_559,
  stored_bytes: 24_559,
  evidence_bytes: 66,
  report_bytes: 12_289,
  scan_bytes: 12_204,
  access_token: 'eyJhbGciOiJIUzI1NiJ9.eyJleGFtcGxlIjp0cnVlfQ.c2lnbmF0dXJl',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  hook_secret: 'ZXhhbXBsZS1zZWNyZXQtb2YtYS13ZWJob29r',
  password: 'correct horse battery staple',
  next_cursor: 'WzAsMCwxNzY5ODQ2NTAwMDAwMDAwLDEsMSwwXQ',
};

const DATE = '2026-01-31';
const TIME = `${DATE}T08:15:00.000Z`;
const TIME_SECONDS = String(Date.parse(TIME) / 1_000);
const HASH = createHash('sha256').update('example').digest('hex');
const ROOT = Buffer.from(HASH, 'hex').toString('base64');
/** Four bytes of a key's name and 64 of a signature. */
const SIGNATURE = Buffer.alloc(68, HASH, 'hex').toString('base64');
const TOKEN = 'ZXhhbXBsZS10b2tlbg';

export interface StableValuesOptions {
  baseUrl: string;
  /** Names of ids that several examples share: `scanId`. Other values are ignored. */
  names: Readonly<Record<string, unknown>>;
  /** Ids that are the same in every installation. */
  constants: ReadonlySet<string>;
  /** Limit of remaining list items. */
  itemsMax: number;
}

/**
 * Replaces values that differ in every run by constants: ids, times, tokens, signatures. The replacement of an id
 * depends on the name of the thing, or else on the example and the place of its first occurrence, never on an order:
 * another example renumbers none.
 */
export class StableValues {
  private readonly names: ReadonlyMap<string, string>;

  constructor(private readonly options: StableValuesOptions) {
    this.names = new Map(
      Object.entries(options.names).flatMap(([name, id]): [string, string][] =>
        typeof id === 'string' ? [[id, name]] : [],
      ),
    );
  }

  /** The example with stable values. */
  stabilized(example: string, value: unknown): unknown {
    return new Example(example, this.names, this.options).stabilized(value, '');
  }
}

class Example {
  private readonly ids = new Map<string, string>();

  constructor(
    private readonly name: string,
    private readonly names: ReadonlyMap<string, string>,
    private readonly options: StableValuesOptions,
  ) {}

  stabilized(value: unknown, pointer: string): unknown {
    if (typeof value === 'string') return this.text(value, pointer);
    if (Array.isArray(value)) {
      const shown: unknown[] = value.slice(0, this.options.itemsMax);
      return shown.map((item, index) => this.stabilized(item, `${pointer}/${index}`));
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        (inner === null ? null : FIXED_MEMBERS[key]) ?? this.stabilized(inner, `${pointer}/${key}`),
      ]),
    );
  }

  private text(text: string, pointer: string): string {
    return text
      .replaceAll(this.options.baseUrl, 'http://127.0.0.1:4000')
      .replaceAll(UUID, (id, at: number) => this.id(id, `${pointer} ${at}`))
      .replaceAll(/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, TIME)
      .replaceAll(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\b/g, TIME.replace('Z', '000'))
      .replaceAll(/\b[\da-f]{64}\b/g, HASH)
      .replaceAll(/(?<![\w+/])[A-Za-z\d+/]{43}=/g, ROOT)
      .replaceAll(/(?<![\w+/])[A-Za-z\d+/]{91}=/g, SIGNATURE)
      .replaceAll(/\b20\d\d-\d\d-\d\d\b/g, DATE)
      .replaceAll(/\bsvc_[\w-]{8}/g, 'svc_EXAMPLE1')
      .replaceAll(/\bsvc_EXAMPLE1[\w-]+/g, 'svc_EXAMPLE1_shownOnceAndNowhereElse')
      .replaceAll(/([?&]expires=)\d+/g, `$1${TIME_SECONDS}`)
      .replaceAll(/([?&](?:signature|token)=)[\w-]+/g, `$1${TOKEN}`);
  }

  /** Replacement of an id, the same for the same thing. */
  private id(id: string, place: string): string {
    if (this.options.constants.has(id)) return id;
    const name = this.names.get(id) ?? this.ids.get(id) ?? `${this.name} ${place}`;
    this.ids.set(id, name);
    return `01900000-0000-7000-8000-${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;
  }
}
