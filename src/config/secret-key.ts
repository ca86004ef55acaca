import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config-error.js';

/** Key of a text: its SHA-256. */
export function keyFromText(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}

/**
 * Key that is generated once and stored in DATA_DIR, readable only by its owner.
 * @throws {ConfigError} when it cannot be written
 */
export function keyFromFile(dataDir: string): Buffer {
  const file = join(dataDir, 'secret-key');
  if (!existsSync(file)) {
    try {
      writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (err) {
      if (!existsSync(file)) throw new ConfigError(`cannot write ${file}: ${(err as Error).message}`);
    }
  }
  chmodSync(file, 0o600);
  return keyFromText(readFileSync(file, 'utf8').trim());
}
