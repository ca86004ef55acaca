import { describe, expect, it } from 'vitest';
import { cleanFileName } from '../../src/modules/evidence/file-name.rules.js';

describe('the name of an uploaded file', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['Zugriffsprüfung 2026 – Q1.xlsx', 'Zugriffsprüfung 2026 – Q1.xlsx'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ann\\audit.docx', 'audit.docx'],
    ['/', 'file'],
    ['..', 'file'],
    ['.hidden', 'hidden'],
    ['', 'file'],
    ['a\0b\r\nc\u001b[31m.txt', 'ab c[31m.txt'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['a\u200Bb\uFEFFc.txt', 'abc.txt'],
    ['a "quoted" <name>.txt', 'a _quoted_ _name_.txt'],
    ['  spaced   out .txt. ', 'spaced out .txt'],
    ['lone \ud800 half.txt', 'lone \ufffd half.txt'],
    ['e\u0301.txt', '\u00e9.txt'],
  ])('%j becomes %j', (given, name) => {
    expect(cleanFileName(given)).toBe(name);
  });

  it('has at most 200 characters and keeps its ending', () => {
    const name = cleanFileName(`${'x'.repeat(500)}.pdf`);
    expect(name).toBe(`${'x'.repeat(196)}.pdf`);
    expect(cleanFileName('😀'.repeat(300))).toBe('😀'.repeat(200));
  });

  it('is found in one pass, whatever it is made of', () => {
    expect(cleanFileName(`a${'.'.repeat(1_000_000)}b.txt`)).toBe(`a${'.'.repeat(195)}.txt`);
  });
});
