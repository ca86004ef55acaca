/** Texts of a tree of messages by their keys, joined by points. */
export function textsOf(messages: unknown): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (value: unknown, path: string) => {
    if (typeof value === 'string') found.set(path, value);
    else for (const [key, child] of Object.entries(value as object)) visit(child, path === '' ? key : `${path}.${key}`);
  };
  visit(messages, '');
  return found;
}

/** Placeholders: names in `{{…}}`. */
export function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name).sort();
}
