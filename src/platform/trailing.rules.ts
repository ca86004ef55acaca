/** A text without those of these characters that end it. From its end: `/x+$/` looks at every run of them, in time quadratic in their number. */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
