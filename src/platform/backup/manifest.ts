import { createHash, type Hash } from 'node:crypto';
import { z } from 'zod';
import type { PartSum } from './archive.js';

/** Version of the format; incremented when older versions could not read a file any more. */
export const FORMAT_VERSION = 1;
export const HEADER = 'crosswalk-backup.json';
export const MANIFEST = 'manifest.json';

const sum = { bytes: z.number().int(), sha256: z.string().regex(/^[0-9a-f]{64}$/) };

/** Header at the beginning of a backup. */
export const HeaderShape = z.object({
  format: z.literal('crosswalk-backup'),
  formatVersion: z.number().int(),
  productVersion: z.string(),
  createdAt: z.string(),
  /** Names of the applied migrations, oldest first. */
  migrations: z.array(z.string()),
  /** Id of the key that seals its secrets. The key itself is not included. */
  secretKeyId: z.string(),
});
export type Header = z.infer<typeof HeaderShape>;

/** Manifest at the end of a backup. */
export const ManifestShape = z.object({
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int(), ...sum })),
  /** `sha256` is over a line `<sha256>  <key>` for each object, in their order. */
  objects: z.object({ count: z.number().int(), ...sum }),
});
export type Manifest = z.infer<typeof ManifestShape>;

/** Running checksum of objects, without a list of them. */
export class ObjectsSum {
  private readonly hash: Hash = createHash('sha256');
  private count = 0;
  private bytes = 0;

  add(key: string, { bytes, sha256 }: PartSum): void {
    this.hash.update(`${sha256}  ${key}\n`);
    this.count += 1;
    this.bytes += bytes;
  }

  total(): Manifest['objects'] {
    return { count: this.count, bytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}
