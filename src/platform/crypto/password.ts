import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

/** Cost of one hash. Memory in KiB. Source: OWASP password storage cheat sheet, argon2id. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const SALT_BYTES = 16;
const deriveKey = promisify(argon2);

/**
 * Hashes and checks passwords with argon2id, at most one hash per core at a time, so that a flood of logins
 * cannot take the memory of the process.
 */
export class PasswordHasher {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private decoy: Promise<string> | null = null;

  constructor(private readonly concurrency = availableParallelism()) {}

  /** The PHC string `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const tag = await this.derive(password, salt, COST);
    return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(tag)}`;
  }

  /** Whether `password` gives `hash`. With no hash (unknown account) it works as long and answers false. */
  async verify(hash: string | null, password: string): Promise<boolean> {
    this.decoy ??= this.hash(randomBytes(SALT_BYTES).toString('hex'));
    const parsed = parse(hash ?? (await this.decoy));
    const tag = await this.derive(password, parsed.salt, { ...parsed.cost, tagLength: parsed.tag.length });
    return timingSafeEqual(tag, parsed.tag) && hash !== null;
  }

  private async derive(password: string, nonce: Buffer, cost: typeof COST): Promise<Buffer> {
    if (this.running >= this.concurrency) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
    try {
      return await deriveKey('argon2id', { message: Buffer.from(password.normalize('NFKC'), 'utf8'), nonce, ...cost });
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function parse(hash: string): { cost: typeof COST; salt: Buffer; tag: Buffer } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!match) throw new Error('cannot read a stored password hash');
  const [, memory, passes, parallelism, salt, tag] = match;
  return {
    cost: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: COST.tagLength,
    },
    salt: Buffer.from(salt ?? '', 'base64'),
    tag: Buffer.from(tag ?? '', 'base64'),
  };
}
