/** Pure functions on mentions in a text: `@Name`. */

interface Person {
  id: string;
  name: string;
}

/** People of whom the mention at the caret begins, and where it begins; nobody where there is none. */
export function mentionAt<Somebody extends Person>(
  text: string,
  caret: number,
  people: readonly Somebody[],
): { from: number; people: Somebody[] } {
  const before = text.slice(0, caret);
  const [, begun] = /(?:^|\s)@([^@\n]*)$/.exec(before) ?? [];
  if (begun === undefined) return { from: caret, people: [] };
  const wanted = begun.toLowerCase();
  const isMeant = ({ name }: Person) =>
    name.toLowerCase().startsWith(wanted) ||
    name
      .toLowerCase()
      .split(' ')
      .some((word) => wanted !== '' && word.startsWith(wanted));
  return { from: caret - begun.length, people: people.filter(isMeant) };
}

/** Ids of those whom a text mentions; of several of one name, those who were picked. */
export function mentionedIn(text: string, people: readonly Person[], picked: readonly string[]): string[] {
  let rest = text;
  // The longest first: `@Ann Lee` does not mention Ann.
  const names = [...new Set(people.map(({ name }) => name))].toSorted((a, b) => b.length - a.length);
  const found = names.filter((name) => {
    const parts = rest.split(`@${name}`);
    const ends = parts.slice(1).filter((after) => !/^[\p{L}\p{N}]/u.test(after));
    if (ends.length > 0) rest = parts.join(' ');
    return ends.length > 0;
  });
  return people
    .filter(({ name }) => found.includes(name))
    .filter(({ id, name }) => picked.includes(id) || people.filter((other) => other.name === name).length === 1)
    .map(({ id }) => id);
}
