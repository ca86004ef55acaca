import { describe, expect, it } from 'vitest';
import { gzipSync, deflateRawSync, crc32 } from 'node:zlib';
import { contentTypeOf, SNIFFED_BYTES } from '../../src/modules/evidence/content-type.rules.js';

const PNG = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de', 'hex');
const PDF = Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n', 'latin1');

/** First part of a zip archive with one deflated file, up to its local header. */
function zipOf(name: string, content: string): Buffer {
  const [raw, packed] = [Buffer.from(content), deflateRawSync(content)];
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(crc32(raw), 14);
  header.writeUInt32LE(packed.length, 18);
  header.writeUInt32LE(raw.length, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name), packed]);
}

const WORD_TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';

describe('the type of a file', () => {
  const WHOLE: [what: string, content: string | Buffer, type: string][] = [
    ['an image', PNG, 'image/png'],
    ['a document', PDF, 'application/pdf'],
    ['an archive', zipOf('a.bin', 'x'), 'application/zip'],
    [
      'a word processor’s document',
      zipOf('[Content_Types].xml', WORD_TYPES),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['compressed bytes', gzipSync('x'), 'application/gzip'],
    ['an object', ' {"status": "ok"}\n', 'application/json'],
    ['an array', '[1, 2]', 'application/json'],
    ['an object with a byte order mark', '\ufeff{"a": 1}', 'application/json'],
    ['one object a line', '{"a":1}\n{"a":2}\n', 'application/json'],
    ['a broken object', '{"status": ok', 'text/plain'],
    ['braces in a text', '{curly} is a word', 'text/plain'],
    ['a table with commas', 'user,role\nann,admin\nben,member\n', 'text/csv'],
    ['a table with semicolons and quotes', 'user;note\r\nann;"a; b"\r\nben;"c ""d"" e"\r\n', 'text/csv'],
    ['a table with tabs', 'user\trole\nann\tadmin\n', 'text/csv'],
    ['lines of different width', 'Dear Ann,\nas you, Ben, and Eve know\nwe met, today\n', 'text/plain'],
    ['one line', 'a,b,c', 'text/plain'],
    ['text in other scripts', 'Prüfung bestanden ✓ 合格', 'text/plain'],
    ['a page', '<!DOCTYPE html>\n<html><script>alert(1)</script></html>', 'text/html'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml'],
    ['a structured text', '<?xml version="1.0"?>\n<report/>', 'application/xml'],
    ['bytes that are not text', Buffer.from([1, 2, 3, 0xff, 0xfe, 0]), 'application/octet-stream'],
    ['text with a NUL', 'abc\0def', 'application/octet-stream'],
    ['broken UTF-8', Buffer.from([0x61, 0xc3]), 'application/octet-stream'],
    ['nothing', '', 'application/octet-stream'],
  ];

  it.each(WHOLE)('of %s is detected from its bytes', async (_, content, type) => {
    expect(await contentTypeOf(Buffer.from(content), true)).toBe(type);
  });

  it('of a long file is detected from its first bytes, however they are split', async () => {
    const head = (text: string) => Buffer.from(text).subarray(0, SNIFFED_BYTES);
    const rows = Array.from({ length: 5_000 }, (_, no) => `user-${no},admin,2026-01-31`);
    expect(await contentTypeOf(head(rows.join('\n')), false)).toBe('text/csv');
    expect(await contentTypeOf(head(JSON.stringify(rows)), false)).toBe('application/json');
    expect(await contentTypeOf(head(JSON.stringify({ rows }, null, 2)), false)).toBe('application/json');
    expect(await contentTypeOf(head('é'.repeat(SNIFFED_BYTES)), false)).toBe('text/plain');
    expect(await contentTypeOf(head('aé'.repeat(SNIFFED_BYTES)), false)).toBe('text/plain');
    expect(
      await contentTypeOf(Buffer.concat([PNG, Buffer.alloc(SNIFFED_BYTES)]).subarray(0, SNIFFED_BYTES), false),
    ).toBe('image/png');
  });
});
