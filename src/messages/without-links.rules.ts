/** Characters of a text of somebody else in a message; the rest is where its link leads. */
const TEXT_LENGTH_MAX = 120;

/**
 * A text of somebody else on one line, in which no program that shows messages finds an address to make a link of: `example[.]com`,
 * `https[:]//…`, `somebody[at]example[.]com`, as reports of attacks write them. Those that are so already stay as they are.
 */
export function withoutLinks(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/:(?=\/\/)/g, '[:]')
    .replaceAll(/\b(mailto|tel|javascript|data):/gi, '$1[:]')
    .replaceAll('@', '[at]')
    .replaceAll(/[.\u3002\uFF0E\uFF61](?=[\p{L}\p{N}])/gu, '[.]')
    .trim();
}

/** The same, cut to what a line of a message has room for. */
export function shortWithoutLinks(text: string): string {
  const characters = Array.from(withoutLinks(text));
  return characters.length > TEXT_LENGTH_MAX
    ? `${characters.slice(0, TEXT_LENGTH_MAX).join('')}…`
    : characters.join('');
}
