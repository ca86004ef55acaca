import { unreadable } from './report-error.js';

/** A key of an object, an index of an array, or the name of a record, which only starts a path. */
export type PathPart = string | number;

/** Spells a path as in `Findings[17].Compliance.Status`. */
export function placeText(path: readonly PathPart[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part.slice(0, 80)}`))
    .join('')
    .replace(/^\./, '');
}

/**
 * A parsed value that knows where in the report it stands. What is absent or null has no value; what is there with
 * another type than asked for is an error that names the place, never a guess.
 * @throws {AppError} VALIDATION_FAILED from each reading method when the type is another
 */
export class JsonNode {
  private constructor(
    private readonly value: unknown,
    private readonly key: PathPart | readonly PathPart[],
    private readonly parent: JsonNode | null,
  ) {}

  static root(value: unknown, path: readonly PathPart[]): JsonNode {
    return new JsonNode(value, [...path], null);
  }

  get isPresent(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  /** What is here, in words: `text`, `a number`, `an array`. */
  get kind(): string {
    if (!this.isPresent) return 'nothing';
    if (Array.isArray(this.value)) return 'an array';
    return KINDS[typeof this.value] ?? 'something else';
  }

  /** Gives the member `key`; of nothing, nothing. */
  get(key: string): JsonNode {
    if (!this.isPresent) return new JsonNode(undefined, key, this);
    const members = this.members();
    return new JsonNode(Object.hasOwn(members, key) ? members[key] : undefined, key, this);
  }

  /** Gives the members of an object, none when there is nothing. */
  entries(): [string, JsonNode][] {
    if (!this.isPresent) return [];
    return Object.entries(this.members()).map(([key, value]) => [key, new JsonNode(value, key, this)]);
  }

  /** Gives the items of an array, none when there is nothing. */
  items(): JsonNode[] {
    if (!this.isPresent) return [];
    if (!Array.isArray(this.value)) throw this.mustBe('an array');
    return this.value.map((item: unknown, index) => new JsonNode(item, index, this));
  }

  /** Gives the text that has to be here and not be blank. */
  text(): string {
    const text = this.textOrNull();
    if (text === null) throw this.error(this.isPresent ? 'must not be empty' : 'is missing');
    return text;
  }

  /** Gives the text, or null where there is none or only white space. */
  textOrNull(): string | null {
    if (!this.isPresent) return null;
    if (typeof this.value !== 'string') throw this.mustBe('text');
    return this.value.trim() === '' ? null : this.value;
  }

  /** Like `textOrNull`, for ids that some tools write as numbers. */
  idOrNull(): string | null {
    return typeof this.value === 'number' ? String(this.value) : this.textOrNull();
  }

  /** Gives the number; also one that is written as text, as SARIF's `security-severity` is. Other text has none. */
  numberOrNull(): number | null {
    if (!this.isPresent) return null;
    const number = typeof this.value === 'string' ? Number.parseFloat(this.value) : this.value;
    if (typeof number !== 'number') throw this.mustBe('a number');
    return Number.isNaN(number) ? null : number;
  }

  /** Gives the texts of an array, without blank ones. */
  texts(): string[] {
    return this.items().flatMap((item) => item.idOrNull() ?? []);
  }

  /** Gives the bare value, to be wrapped again elsewhere. */
  unwrap(): unknown {
    return this.value;
  }

  /** Whether there is `true`. */
  isTrue(): boolean {
    return this.value === true;
  }

  /** Gives the error that this value `problem`. */
  error(problem: string): Error {
    return unreadable(`${placeText(this.path()) || 'the report'} ${problem}`);
  }

  private mustBe(what: string): Error {
    return this.error(`must be ${what}, not ${this.kind}`);
  }

  private path(): PathPart[] {
    const own = typeof this.key === 'object' ? [...this.key] : [this.key];
    return this.parent === null ? own : [...this.parent.path(), ...own];
  }

  private members(): Record<string, unknown> {
    if (isRecord(this.value)) return this.value;
    throw this.mustBe('an object');
  }
}

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
