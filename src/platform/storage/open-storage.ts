import { join } from 'node:path';
import type { Clock } from '../clock.js';
import type { PublicUrl } from '../public-url.js';
import { DiskObjectStore } from './disk-object-store.js';
import type { DownloadLinks } from './download-links.js';
import type { ObjectStore } from './object-store.js';
import type { S3Options } from './s3-object-store.js';
import { SignedLinks } from './signed-links.js';

export interface StorageOptions {
  /** Null means files below `dataDir`. */
  s3: S3Options | null;
  dataDir: string;
  secretKey: Buffer;
  previousSecretKeys: readonly Buffer[];
  publicUrl: PublicUrl;
}

/** Where objects are kept, and the addresses they are fetched under. */
export interface Storage {
  objects: ObjectStore;
  links: DownloadLinks;
  /** What serves links of our own; null where the store has its own. */
  signedLinks: SignedLinks | null;
  close(): void;
}

/** A bucket where one is given, else files. The S3 client is loaded only where it is used. */
export async function openStorage(options: StorageOptions, clock: Clock): Promise<Storage> {
  if (options.s3) {
    const { S3ObjectStore } = await import('./s3-object-store.js');
    const store = new S3ObjectStore(options.s3, clock);
    return { objects: store, links: store, signedLinks: null, close: () => store.close() };
  }
  const links = new SignedLinks(options.secretKey, options.publicUrl, clock, options.previousSecretKeys);
  const objects = new DiskObjectStore(join(options.dataDir, 'objects'));
  return { objects, links, signedLinks: links, close: () => undefined };
}
