/** `percent` of `cells` as a bar. Above 0 it is never empty, below 100 never full. */
export function bar(percent: number, cells: number): string {
  const exact = Math.round((percent * cells) / 100);
  const atLeast = percent > 0 ? 1 : 0;
  const atMost = percent < 100 ? cells - 1 : cells;
  const filled = Math.max(atLeast, Math.min(exact, atMost));
  return '█'.repeat(filled) + '░'.repeat(cells - filled);
}

/** `content` in at most `width` characters, truncated with an ellipsis. */
export function fit(content: string, width: number): string {
  return content.length <= width ? content : `${content.slice(0, Math.max(0, width - 1)).trimEnd()}…`;
}

/** `content` wrapped between words into lines of at most `width` characters; a longer word has its own line. */
export function wrap(content: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of content.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** `1 control`, `2 controls`. */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
