import { TextDecoder } from 'node:util';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { sizeText, unreadable } from './report-error.js';

/** Handler of the parts of an XML document. */
export interface XmlHandler<Item> {
  open(tag: SaxesTagNS, place: string): void;
  text(text: string): void;
  close(tag: SaxesTagNS): void;
  /** Items collected since the last call. */
  taken(): Item[];
}

const DEPTH_MAX = 200;
/** Encodings that scanners use. Others would have to be decoded before the XML declaration can be read. */
const ENCODINGS: readonly string[] = ['utf-8', 'us-ascii', 'ascii', 'iso-8859-1', 'windows-1252'];

/**
 * Parses an XML document chunk by chunk and yields what `handler` collects from each. Well-formedness is checked to the end.
 * Document types are refused, so that entity bombs and external entities are impossible; saxes would not expand them either.
 * @throws {AppError} VALIDATION_FAILED with line and column, when the document is not well-formed, ends early, has a
 *   DOCTYPE, has an unsupported encoding, or a text, a tag or a nesting beyond the limits
 */
export async function* parseXml<Item>(
  bytes: AsyncIterable<Buffer>,
  handler: XmlHandler<Item>,
  elementBytesMax: number,
): AsyncGenerator<Item> {
  const parser = new SaxesParser({ xmlns: true });
  const place = () => `line ${parser.line}, column ${parser.column + 1}`;
  let depth = 0;
  let eventAt = 0;
  parser.on('error', (err) => {
    throw unreadable(`broken XML at ${place()}: ${err.message.replace(/^[\d:\s]+/, '')}`);
  });
  parser.on('doctype', () => {
    throw unreadable(`the report has a document type (DOCTYPE) at ${place()}; reports with one are not read`);
  });
  parser.on('opentag', (tag) => {
    if (++depth > DEPTH_MAX) throw unreadable(`nested deeper than ${DEPTH_MAX} levels at ${place()}`);
    eventAt = parser.position;
    handler.open(tag, place());
  });
  parser.on('text', (text) => {
    handler.text(text);
  });
  parser.on('cdata', (text) => {
    handler.text(text);
  });
  parser.on('closetag', (tag) => {
    depth--;
    eventAt = parser.position;
    handler.close(tag);
  });
  for await (const text of decoded(bytes)) {
    parser.write(text);
    if (parser.position - eventAt > elementBytesMax) {
      throw unreadable(`a text or tag is larger than ${sizeText(elementBytesMax)} at ${place()}`);
    }
    yield* handler.taken();
  }
  parser.close();
  yield* handler.taken();
}

/** Decodes by the XML declaration at the beginning; UTF-8 without one. */
async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let offset = 0;
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    yield decodedPart(decoder, chunk, offset);
    offset += chunk.length;
  }
  if (decoder !== null) yield decodedPart(decoder, null, offset);
}

/** Decodes a chunk. A character may continue in the next chunk, but not after the end of the file (`null`). */
function decodedPart(decoder: TextDecoder, chunk: Buffer | null, offset: number): string {
  try {
    return chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw unreadable(`the text is not in the encoding it declares, behind byte ${offset}`);
  }
}

function encodingOf(head: Buffer): string {
  const declared = /^(?:\u00EF\u00BB\u00BF)?<\?xml[^>]{0,100}?\sencoding\s*=\s*["']([\w.-]{1,40})["']/.exec(
    head.toString('latin1', 0, 200),
  );
  const encoding = declared?.[1]?.toLowerCase() ?? 'utf-8';
  if (!ENCODINGS.includes(encoding)) throw unreadable(`the report is in ${encoding}; reports are read in UTF-8`);
  return encoding;
}
