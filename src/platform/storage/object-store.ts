import type { Readable } from 'node:stream';
import type { ByteRange } from './object-reference.rules.js';

/** A stored object: size in bytes and the SHA-256 (hexadecimal) of exactly those bytes. */
export interface StoredObject {
  size: number;
  sha256: string;
}

/** Content to store: bytes, or a stream of them. */
export type Content = Buffer | AsyncIterable<Buffer>;

/** An object in a listing. */
export interface ListedObject {
  key: string;
  /** Time of its last byte, on the store's clock. */
  modifiedAt: Date;
  /** Bytes. */
  size: number;
}

/** Stores objects by key. Keys are ASCII paths with `/`, the tenant's id first; objects are never changed. */
export interface ObjectStore {
  /**
   * Stores all of `content` or nothing: the key exists only after the last byte is durable. A failing source fails it
   * with the error of the source.
   * @param isCompressed stores it gzipped; size and hash are then those of the compressed bytes.
   * @default false
   * @throws {AppError} UNAVAILABLE when the store cannot be reached or refuses it
   */
  put(key: string, content: Content, isCompressed?: boolean): Promise<StoredObject>;
  /**
   * An object, or a part of it.
   * @throws {ObjectMissing} when there is no such object
   * @throws {AppError} UNAVAILABLE
   */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /**
   * Size of an object. Bytes.
   * @throws {ObjectMissing} when there is no such object
   * @throws {AppError} UNAVAILABLE
   */
  sizeOf(key: string): Promise<number>;
  /** @throws {AppError} UNAVAILABLE */
  exists(key: string): Promise<boolean>;
  /** Deletes an object; no error for a missing one. @throws {AppError} UNAVAILABLE */
  delete(key: string): Promise<void>;
  /** Objects whose keys begin with `prefix`, in the order of their keys, at most 1,000 at a time. */
  list(prefix: string): AsyncIterable<ListedObject[]>;
  /**
   * Removes remains of writes below `prefix` that were never completed, because their process died. `before` is
   * compared with the time of the last byte where the store knows it; the S3 store removes writes that began a day
   * before it.
   * @returns their number
   */
  discardUnfinished(prefix: string, before: Date): Promise<number>;
}

/** Thrown by `get` for a missing object. */
export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';

  constructor(key: string, cause: unknown) {
    super(`there is no object ${key}`, { cause });
  }
}
