import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { withoutTrailing } from '../trailing.rules.js';

/** Cost of one hash. Memory in KiB. */
export interface HashCost {
  memory: number;
  passes: number;
  parallelism: number;
}

export interface PasswordHasherOptions {
  /** Cost of new hashes; a stored one is verified at its own. @default 19 MiB, 2 passes, 1 lane */
  cost?: HashCost;
  /** Limit of concurrent hashes. @default one for each core but one, which is left to everything else */
  concurrency?: number;
}

/** Default cost. Source: OWASP password storage cheat sheet, argon2id. */
const DEFAULT_COST: HashCost = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
const SALT_BYTES = 16;
const deriveKey = promisify(argon2);

/**
 * Hashes and verifies passwords with argon2id, fewer at a time than there are cores, so that a flood of logins exhausts
 * neither the memory nor the processors.
 */
export class PasswordHasher {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private decoy: Promise<string> | null = null;

  private readonly cost: HashCost;
  private readonly concurrency: number;

  constructor({
    cost = DEFAULT_COST,
    concurrency = Math.max(1, availableParallelism() - 1),
  }: PasswordHasherOptions = {}) {
    this.cost = cost;
    this.concurrency = concurrency;
  }

  /** The PHC string `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const { memory, passes, parallelism } = this.cost;
    const tag = await this.derive(password, salt, this.cost);
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
  }

  /** Whether `password` matches `hash`. Without a hash (unknown account) it takes as long and returns false. */
  async verify(hash: string | null, password: string): Promise<boolean> {
    this.decoy ??= this.hash(randomBytes(SALT_BYTES).toString('hex'));
    const parsed = parse(hash ?? (await this.decoy));
    const tag = await this.derive(password, parsed.salt, parsed.cost);
    return timingSafeEqual(tag, parsed.tag) && hash !== null;
  }

  private async derive(password: string, nonce: Buffer, cost: HashCost): Promise<Buffer> {
    if (this.running >= this.concurrency) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
    try {
      const message = Buffer.from(password.normalize('NFKC'), 'utf8');
      return await deriveKey('argon2id', { message, nonce, tagLength: TAG_BYTES, ...cost });
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }
}

function base64(bytes: Buffer): string {
  return withoutTrailing(bytes.toString('base64'), '=');
}

function parse(hash: string): { cost: HashCost; salt: Buffer; tag: Buffer } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!match) throw new Error('cannot read a stored password hash');
  const [, memory, passes, parallelism, salt, tag] = match;
  return {
    cost: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    },
    salt: Buffer.from(salt ?? '', 'base64'),
    tag: Buffer.from(tag ?? '', 'base64'),
  };
}
