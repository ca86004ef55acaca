/** A block of lines, or a part of a sentence. */
const BLOCK = /<!-- generated: ([\w-]+) -->(\n[\s\S]*?|[^\n]*?)<!-- \/generated -->/g;

/** Names of the generated blocks of a document, in their order. */
export function blockNames(text: string): string[] {
  return [...text.matchAll(BLOCK)].map(([, name = '']) => name);
}

/**
 * The document with every block between `<!-- generated: name -->` and `<!-- /generated -->` rewritten.
 * @throws {Error} for a name without contents
 */
export function withBlocks(text: string, contents: Readonly<Record<string, string>>): string {
  return text.replace(BLOCK, (_, name: string, old: string) => {
    const content = contents[name];
    if (content === undefined) throw new Error(`there is no generated block "${name}"`);
    const written = old.startsWith('\n') ? `\n${content}\n` : content;
    return `<!-- generated: ${name} -->${written}<!-- /generated -->`;
  });
}

/** A Markdown table. @param align one of `:-`, `:-:`, `-:` for each column @default left */
export function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  align?: readonly string[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), `|${header.map((_, column) => align?.[column] ?? '---').join('|')}|`, ...rows.map(line)].join(
    '\n',
  );
}
