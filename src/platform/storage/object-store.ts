import type { Readable } from 'node:stream';

/** What was stored: size in bytes and the SHA-256 (hexadecimal) of exactly those bytes. */
export interface StoredObject {
  size: number;
  sha256: string;
}

/** What is stored: bytes at once or as they come. */
export type Content = Buffer | AsyncIterable<Buffer>;

/** An object as a listing tells it. */
export interface ListedObject {
  key: string;
  /** Of its last byte, on the store's clock. */
  modifiedAt: Date;
}

/** Keeps objects by key. Keys are ASCII paths with `/`, the tenant's id first; objects are never changed. */
export interface ObjectStore {
  /**
   * Stores all of `content` or nothing: the key exists only after the last byte is safe. A failing source fails it with
   * the source's own error.
   * @param isCompressed true to store it gzipped; size and hash are then those of the compressed bytes. @default false
   * @throws {AppError} UNAVAILABLE when the store cannot be reached or does not take it
   */
  put(key: string, content: Content, isCompressed?: boolean): Promise<StoredObject>;
  /**
   * @throws {ObjectMissing} when there is no such object
   * @throws {AppError} UNAVAILABLE
   */
  get(key: string): Promise<Readable>;
  /** @throws {AppError} UNAVAILABLE */
  exists(key: string): Promise<boolean>;
  /** No error where there is none. @throws {AppError} UNAVAILABLE */
  delete(key: string): Promise<void>;
  /** The objects whose keys begin with `prefix`, in the order of their keys, at most 1,000 at a time. */
  list(prefix: string): AsyncIterable<ListedObject[]>;
  /**
   * Drops what puts below `prefix` left that never ended, because their process died. `before` is compared with when the
   * last byte came where the store knows it; the S3 store drops what was begun a day before it.
   * @returns how many
   */
  discardUnfinished(prefix: string, before: Date): Promise<number>;
}

/** Thrown by `get`. */
export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';

  constructor(key: string, cause: unknown) {
    super(`there is no object ${key}`, { cause });
  }
}
