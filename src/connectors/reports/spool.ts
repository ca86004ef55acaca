import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { sizeText, unreadable } from './report-error.js';

/** Limit of rows in memory; more are written to disk. Bytes. */
const MEMORY_BYTES_MAX = 2 ** 20;
/** Limit of all rows; no report within the upload limit needs more. Bytes. */
const FILE_BYTES_MAX = 2 * 2 ** 30;

/**
 * Temporary storage of rows in order, for reports whose results may precede the rules that explain them. The first MiB stays
 * in memory, the rest goes to a temporary file that is unlinked as soon as it is open, so that nothing is left of it
 * however the process ends.
 */
export class Spool<Row> implements AsyncDisposable {
  private lines: string[] = [];
  private pendingBytes = 0;
  private fileBytes = 0;
  private file: FileHandle | null = null;

  constructor(private readonly directory: string) {}

  /** @throws {AppError} VALIDATION_FAILED when the rows exceed 2 GiB */
  async add(row: Row): Promise<void> {
    const line = `${JSON.stringify(row)}\n`;
    this.lines.push(line);
    this.pendingBytes += line.length;
    if (this.pendingBytes > MEMORY_BYTES_MAX) await this.flush();
  }

  /** All rows in the order in which they were added; to be called once, after the last `add`. */
  async *rows(): AsyncGenerator<Row> {
    if (this.file === null) {
      for (const line of this.lines) yield this.parsed(line);
      return;
    }
    await this.flush();
    for await (const line of this.file.readLines({ start: 0, autoClose: false })) yield this.parsed(line);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.file?.close();
  }

  private async flush(): Promise<void> {
    this.file ??= await this.openUnnamed();
    const bytes = Buffer.from(this.lines.join(''));
    this.lines = [];
    this.pendingBytes = 0;
    await this.file.appendFile(bytes);
    this.fileBytes += bytes.length;
    if (this.fileBytes > FILE_BYTES_MAX) throw unreadable(`the results are more than ${sizeText(FILE_BYTES_MAX)}`);
  }

  /** Parses a line. Only `add` writes these lines, so a row has the type that it was given. */
  private parsed(line: string): Row {
    return JSON.parse(line) as Row;
  }

  private async openUnnamed(): Promise<FileHandle> {
    const path = join(this.directory, `crosswalk-report-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return file;
  }
}
