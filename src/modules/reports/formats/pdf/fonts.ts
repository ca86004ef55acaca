import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { unpackWoff } from './woff.js';

const require = createRequire(import.meta.url);

/** Noto Sans sets the text; Unifont has the scripts that Noto Sans leaves to other fonts. Both: SIL Open Font License. */
const FILES = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  fallback: '@fontsource/unifont/files/unifont-latin-400-normal.woff',
} as const;

export type FontName = keyof typeof FILES;

/** What we use of pdfkit's font objects; its types do not declare them. */
interface OpenedFont {
  font: { hasGlyphForCodePoint(codePoint: number): boolean };
  /** The glyphs of every word that was measured or drawn. */
  layoutCache: object;
}

/** The fonts of one document. Unifont is large: it is read only where a text needs it. */
export class Fonts {
  private readonly opened = new Map<FontName, OpenedFont>();

  private constructor(private readonly doc: PDFKit.PDFDocument) {}

  /** @param texts everything that will be set */
  static async load(doc: PDFKit.PDFDocument, texts: string): Promise<Fonts> {
    const fonts = new Fonts(doc);
    fonts.add('regular', await readFile(require.resolve(FILES.regular)));
    fonts.add('bold', await readFile(require.resolve(FILES.bold)));
    const isCovered = [...new Set(texts)].every((character) => fonts.covers('regular', character.codePointAt(0) ?? 0));
    if (!isCovered) fonts.add('fallback', await unpackWoff(await readFile(require.resolve(FILES.fallback))));
    return fonts;
  }

  covers(name: FontName, codePoint: number): boolean {
    return this.opened.get(name)?.font.hasGlyphForCodePoint(codePoint) ?? false;
  }

  /** Drops the glyphs of all words so far, which pdfkit would hold until the end of the document. */
  forgetWords(): void {
    for (const font of this.opened.values()) font.layoutCache = Object.create(null) as object;
  }

  private add(name: FontName, font: Buffer): void {
    this.doc.registerFont(name, font).font(name);
    this.opened.set(name, (this.doc as unknown as { _font: OpenedFont })._font);
  }
}
