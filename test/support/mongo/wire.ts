import { deserialize, serialize, type Document } from 'bson';

const HEADER_BYTES = 16;
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const CHECKSUM_PRESENT = 1;

/** A command, with the documents of its sections by their names. */
export interface Message {
  requestId: number;
  isLegacy: boolean;
  command: Document;
}

/** Parses complete messages from received bytes. @returns the messages, and the remaining bytes */
export function takeMessages(received: Buffer): { messages: Message[]; rest: Buffer } {
  const messages: Message[] = [];
  let rest = received;
  while (rest.length >= HEADER_BYTES && rest.length >= rest.readInt32LE(0)) {
    const size = rest.readInt32LE(0);
    messages.push(readMessage(rest.subarray(0, size)));
    rest = rest.subarray(size);
  }
  return { messages, rest };
}

function readMessage(bytes: Buffer): Message {
  const requestId = bytes.readInt32LE(4);
  const operation = bytes.readInt32LE(12);
  if (operation === OP_MSG) return { requestId, isLegacy: false, command: readSections(bytes) };
  if (operation !== OP_QUERY) throw new Error(`operation ${operation} is not spoken here`);
  // flags, name of the collection, skip, limit, then the query.
  const afterName = bytes.indexOf(0, HEADER_BYTES + 4) + 1;
  return { requestId, isLegacy: true, command: readDocument(bytes, afterName + 8) };
}

function readSections(bytes: Buffer): Document {
  const flags = bytes.readUInt32LE(HEADER_BYTES);
  const end = bytes.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  const command: Document = {};
  let at = HEADER_BYTES + 4;
  while (at < end) {
    const kind = bytes.readUInt8(at);
    const size = bytes.readInt32LE(at + 1);
    if (kind === 0) Object.assign(command, readDocument(bytes, at + 1));
    else Object.assign(command, readSequence(bytes.subarray(at + 5, at + 1 + size)));
    at += 1 + size;
  }
  return command;
}

function readSequence(bytes: Buffer): Document {
  const nameEnd = bytes.indexOf(0);
  const documents: Document[] = [];
  for (let at = nameEnd + 1; at < bytes.length; at += bytes.readInt32LE(at)) documents.push(readDocument(bytes, at));
  return { [bytes.toString('utf8', 0, nameEnd)]: documents };
}

function readDocument(bytes: Buffer, at: number): Document {
  return deserialize(bytes.subarray(at, at + bytes.readInt32LE(at)));
}

/** Response to a message, with the same operation. */
export function writeAnswer({ requestId, isLegacy }: Message, answer: Document): Buffer {
  const body = Buffer.from(serialize(answer, { ignoreUndefined: true }));
  // OP_REPLY: flags, cursor (8 bytes), first document, number of documents. OP_MSG: flags, kind of the section.
  const front = Buffer.alloc(isLegacy ? 20 : 5);
  if (isLegacy) front.writeInt32LE(1, 16);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeInt32LE(HEADER_BYTES + front.length + body.length, 0);
  header.writeInt32LE(requestId, 8);
  header.writeInt32LE(isLegacy ? OP_REPLY : OP_MSG, 12);
  return Buffer.concat([header, front, body]);
}
