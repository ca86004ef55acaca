import { join } from 'node:path';
import type { Clock } from '../clock.js';
import type { PublicUrl } from '../public-url.js';
import { DiskObjectStore } from './disk-object-store.js';
import type { DownloadLinks } from './download-links.js';
import { readReference } from './object-reference.rules.js';
import type { ObjectStore } from './object-store.js';
import type { S3Options } from './s3-object-store.js';
import { SignedLinks } from './signed-links.js';

export interface StorageOptions {
  /** Bucket of the store; null means files below `dataDir`. */
  s3: S3Options | null;
  dataDir: string;
  secretKey: Buffer;
  previousSecretKeys: readonly Buffer[];
  publicUrl: PublicUrl;
  /** Free space on the disk of `dataDir` that no object is stored into. Bytes. @default 0 */
  reserveBytes?: number;
}

/** Object store, with the download links of its objects. */
export interface Storage {
  objects: ObjectStore;
  links: DownloadLinks;
  /** Handler of the service's own links: of all downloads, or, for a bucket, of parts of its objects. */
  signedLinks: SignedLinks;
  /** Whether there is room for more objects; always true for a bucket. */
  hasRoom(): Promise<boolean>;
  close(): void;
}

/** Opens a bucket if configured, else a directory. The S3 client is loaded on demand. */
export async function openStorage(options: StorageOptions, clock: Clock): Promise<Storage> {
  const links = new SignedLinks(options.secretKey, options.publicUrl, clock, options.previousSecretKeys);
  if (options.s3) {
    const { S3ObjectStore } = await import('./s3-object-store.js');
    const store = new S3ObjectStore(options.s3, clock);
    const isPart = (reference: string) => readReference(reference).range !== null;
    return {
      objects: store,
      links: {
        isServedHere: isPart,
        urlOf: (reference, fileName, lifetimeMs) =>
          (isPart(reference) ? links : store).urlOf(reference, fileName, lifetimeMs),
      },
      signedLinks: links,
      hasRoom: () => Promise.resolve(true),
      close: () => store.close(),
    };
  }
  const objects = new DiskObjectStore(join(options.dataDir, 'objects'), options.reserveBytes);
  return { objects, links, signedLinks: links, hasRoom: () => objects.hasRoom(), close: () => undefined };
}
