import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { HOUR, SECOND, type Clock } from '../clock.js';
import { AppError } from '../errors.js';
import { attachmentOf } from './attachment.js';
import { LINK_LIFETIME_MS } from './download-links.js';
import type { ByteRange } from './object-reference.rules.js';
import { ObjectMissing, type Content, type ListedObject, type ObjectStore, type StoredObject } from './object-store.js';
import { HashingReader } from './hashing-reader.js';
import { MinorCollector } from './minor-collector.js';

/** Location and credentials of the bucket. */
export interface S3Options {
  /**
   * Endpoint URL; null means that of Amazon for the region; another server is addressed by path
   * (`{endpoint}/{bucket}/{key}`).
   */
  endpoint: string | null;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Agents of its connections, for a bucket whose address a tenant chose. @default the SDK's own */
  agents?: { httpAgent: HttpAgent; httpsAgent: HttpsAgent };
  /** Ends every request when it aborts. @default none */
  signal?: AbortSignal;
  /** Longest wait for an answer, after which the client asks again, twice at most. Milliseconds. @default 60_000 */
  requestTimeoutMs?: number;
}

/**
 * Size of a part, the smallest of S3. One is sent while the next is filled, so that an upload needs some 15 MB at most.
 */
const PART_BYTES = 5 * 2 ** 20;
const CONNECT_TIMEOUT_MS = 5 * SECOND;
const REQUEST_TIMEOUT_MS = 60 * SECOND;
const UNFINISHED_MS = 24 * HOUR;

/** Object store in an S3-compatible bucket, with presigned URLs. */
export class S3ObjectStore implements ObjectStore {
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly collector = new MinorCollector();

  constructor(
    { endpoint, bucket, region, accessKeyId, secretAccessKey, agents, signal, requestTimeoutMs }: S3Options,
    private readonly clock: Clock,
  ) {
    this.bucket = bucket;
    this.client = new S3Client({
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      region,
      credentials: { accessKeyId, secretAccessKey },
      // The checksums that the client adds by itself are not understood by every server.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        requestTimeout: requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
        // Without it the client writes a warning, and waits on.
        throwOnRequestTimeout: true,
        ...agents,
      },
    });
    if (signal) endWith(this.client, signal);
  }

  async put(key: string, content: Content, isCompressed = false): Promise<StoredObject> {
    const reader = new HashingReader(content, isCompressed, (count) => this.collector.passed(count));
    const body = Readable.from(reader.bytes());
    try {
      const params = { Bucket: this.bucket, Key: key, Body: body, ContentType: 'application/octet-stream' };
      await new Upload({ client: this.client, params, partSize: PART_BYTES, queueSize: 1 }).done();
      return reader.stored();
    } catch (err) {
      // What fails the source fails the upload too, under another name.
      throw reader.failure ? reader.failure.error : unavailable(err);
    } finally {
      body.destroy();
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const part = range && `bytes=${range.start}-${range.end}`;
    try {
      const { Body: body } = await this.client.send(
        new GetObjectCommand({ Bucket: this.bucket, Key: key, Range: part }),
      );
      return body as Readable;
    } catch (err) {
      throw isMissing(err) ? new ObjectMissing(key, err) : unavailable(err);
    }
  }

  async sizeOf(key: string): Promise<number> {
    try {
      const found = await this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key }));
      return found.ContentLength ?? 0;
    } catch (err) {
      throw isMissing(err) ? new ObjectMissing(key, err) : unavailable(err);
    }
  }

  async exists(key: string): Promise<boolean> {
    try {
      await this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key }));
      return true;
    } catch (err) {
      if (isMissing(err)) return false;
      throw unavailable(err);
    }
  }

  async delete(key: string): Promise<void> {
    try {
      await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key }));
    } catch (err) {
      if (!isMissing(err)) throw unavailable(err);
    }
  }

  async *list(prefix: string): AsyncGenerator<ListedObject[]> {
    let after: string | undefined;
    for (;;) {
      const command = new ListObjectsV2Command({ Bucket: this.bucket, Prefix: prefix, ContinuationToken: after });
      const page = await this.client.send(command).catch((err: unknown) => {
        throw unavailable(err);
      });
      const found = (page.Contents ?? []).flatMap(({ Key: key, LastModified: modifiedAt, Size: size = 0 }) =>
        key === undefined || modifiedAt === undefined ? [] : [{ key, modifiedAt, size }],
      );
      if (found.length > 0) yield found;
      after = page.NextContinuationToken;
      if (after === undefined) return;
    }
  }

  async discardUnfinished(prefix: string, before: Date): Promise<number> {
    const begunBefore = before.getTime() - UNFINISHED_MS;
    let count = 0;
    let marker: { KeyMarker?: string; UploadIdMarker?: string } = {};
    for (;;) {
      const command = new ListMultipartUploadsCommand({ Bucket: this.bucket, Prefix: prefix, ...marker });
      const page = await this.client.send(command).catch((err: unknown) => {
        throw unavailable(err);
      });
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (Initiated === undefined || Initiated.getTime() >= begunBefore) continue;
        await this.client.send(new AbortMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId }));
        count += 1;
      }
      const { NextKeyMarker: next, NextUploadIdMarker: nextUpload } = page;
      if (page.IsTruncated !== true || !next) return count;
      marker = { KeyMarker: next, ...(nextUpload ? { UploadIdMarker: nextUpload } : {}) };
    }
  }

  /** URL of the bucket, valid for 15 minutes or a shorter time: of whole objects, since no such URL names a part. */
  async urlOf(key: string, fileName: string, lifetimeMs: number = LINK_LIFETIME_MS): Promise<string> {
    const command = new GetObjectCommand({
      Bucket: this.bucket,
      Key: key,
      ResponseContentDisposition: attachmentOf(fileName),
      ResponseContentType: 'application/octet-stream',
      ResponseCacheControl: 'no-store',
    });
    return getSignedUrl(this.client, command, {
      expiresIn: lifetimeMs / SECOND,
      signingDate: this.clock.now(),
    });
  }

  /** Closes its connections. */
  close(): void {
    this.client.destroy();
  }
}

/** Ends the requests of a client when a signal aborts, those too that a library makes through it. */
function endWith({ config: { requestHandler } }: S3Client, signal: AbortSignal): void {
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = (request, options) => handle(request, { ...options, abortSignal: signal });
}

function isMissing(err: unknown): boolean {
  return err instanceof S3ServiceException && (err.name === 'NoSuchKey' || err.name === 'NotFound');
}

/**
 * UNAVAILABLE for a refusal and an unreachable store alike: the operator can fix either, and the same request may then
 * succeed.
 */
function unavailable(cause: unknown): AppError {
  return new AppError('UNAVAILABLE', 'the object store does not answer, try again', { cause, retryAfterSeconds: 10 });
}
