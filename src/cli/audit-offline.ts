import type { KeyObject } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { VerifiedTrail } from '../modules/audit/chain.read.js';
import { openEventText, type TextEvent } from '../modules/audit/event-text.rules.js';
import { RecordedDigests, verifyEvents } from '../modules/audit/event-verification.js';
import { isReadableTrue, type ExportedEntry } from '../modules/audit/entry-text.rules.js';
import { notesOf, openHead, publicKeysOf } from '../modules/audit/signed-head.rules.js';
import { verifyTrail, type TextEntry } from '../modules/audit/trail-verification.js';
import { OperatorError } from './operator-error.js';

/**
 * Verifies an exported trail against signed heads and a public key, by files alone, and security events against its digests.
 * @throws {OperatorError} for files that cannot be read, a head that was not signed, and a line whose readable values
 * are not those of its text
 */
export async function verifyExport({
  file,
  heads: headsFile,
  keyFile,
  events,
}: {
  file: string;
  heads: string;
  keyFile: string;
  /** File of security events. @default they are not compared */
  events: string | undefined;
}): Promise<VerifiedTrail> {
  try {
    const keys = keysOfFile(keyFile);
    const notes = notesOf(readFileSync(headsFile, 'utf8'));
    if (notes.length === 0) throw new OperatorError(`${headsFile} has no signed head`);
    const heads = notes.map((note) => openHead(note, keys) ?? refuse(note));
    const tenantId = heads[0]?.tenantId ?? '';
    if (heads.some((head) => head.tenantId !== tenantId))
      throw new OperatorError(`${headsFile} has heads of several organizations`);
    const recorded = new RecordedDigests();
    const chain = await verifyTrail(tenantId, recorded.of(entriesOf(file, tenantId)), heads);
    return { ...chain, events: events === undefined ? null : await verifyEvents(recorded, eventsOf(events, tenantId)) };
  } catch (err) {
    throw err instanceof OperatorError ? err : new OperatorError((err as Error).message);
  }
}

/** Public keys of a file of one or more PEMs. @throws {OperatorError} */
export function keysOfFile(path: string): KeyObject[] {
  try {
    return publicKeysOf(readFileSync(path, 'utf8'));
  } catch (err) {
    throw new OperatorError(`${path}: ${(err as Error).message}`);
  }
}

function refuse(note: string): never {
  throw new OperatorError(`a head was not signed with this key:\n${note}`);
}

async function* entriesOf(file: string, tenantId: string): AsyncGenerator<TextEntry> {
  for await (const line of linesOf(file)) {
    const entry = JSON.parse(line) as ExportedEntry;
    if (!isReadableTrue(entry))
      throw new OperatorError(`the readable values of entry ${entry.sequence} are not those of its text`);
    const [, owner] = JSON.parse(entry.text) as unknown[];
    if (owner !== tenantId) throw new OperatorError(`entry ${entry.sequence} is that of another organization`);
    yield { sequence: entry.sequence, text: entry.text, hash: entry.hash, previousHash: entry.previous_hash };
  }
}

async function* eventsOf(file: string, tenantId: string): AsyncGenerator<TextEvent> {
  for await (const line of linesOf(file)) {
    const { tenantId: owner, ...event } = openEventText(line);
    if (owner !== tenantId) throw new OperatorError(`event ${event.sequence} is that of another organization`);
    yield event;
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
    if (line !== '') yield line;
}
