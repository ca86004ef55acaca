import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const inflated = promisify(inflate);

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

/**
 * The OpenType font in a WOFF 1.0 file (W3C recommendation, sections 3 to 5). The font library would unpack the tables by
 * itself, in JavaScript: several seconds for a large font, instead of a tenth.
 */
export async function unpackWoff(file: Buffer): Promise<Buffer> {
  const tables = file.readUInt16BE(12);
  const entries = Array.from({ length: tables }, (_, index) => WOFF_HEADER + index * WOFF_ENTRY);
  const contents = await Promise.all(entries.map((at) => tableAt(file, at)));
  const header = Buffer.alloc(SFNT_HEADER + tables * SFNT_ENTRY);
  const power = Math.floor(Math.log2(tables));
  header.writeUInt32BE(file.readUInt32BE(4), 0);
  header.writeUInt16BE(tables, 4);
  header.writeUInt16BE(16 * 2 ** power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(16 * (tables - 2 ** power), 10);
  let offset = header.length;
  for (const [index, at] of entries.entries()) {
    const entry = SFNT_HEADER + index * SFNT_ENTRY;
    file.copy(header, entry, at, at + 4);
    header.writeUInt32BE(file.readUInt32BE(at + 16), entry + 4);
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(file.readUInt32BE(at + 12), entry + 12);
    offset += contents[index]?.length ?? 0;
  }
  return Buffer.concat([header, ...contents]);
}

/** One table, padded to four bytes. */
async function tableAt(file: Buffer, at: number): Promise<Buffer> {
  const [offset, packedSize, size] = [4, 8, 12].map((field) => file.readUInt32BE(at + field)) as [
    number,
    number,
    number,
  ];
  const packed = file.subarray(offset, offset + packedSize);
  const table = packedSize < size ? await inflated(packed) : packed;
  return Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
}
