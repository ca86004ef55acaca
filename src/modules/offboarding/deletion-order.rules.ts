/** A table and the other tables that it refers to by foreign keys. */
interface Referring {
  name: string;
  refersTo: readonly string[];
}

/**
 * Tables in an order in which their rows can be deleted: each before those that it refers to.
 * @throws {Error} when tables refer to each other in a circle
 */
export function deletionOrder<T extends Referring>(tables: readonly T[]): T[] {
  const order: T[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const free = left.filter(({ name }) => !left.some((other) => other.refersTo.includes(name)));
    if (free.length === 0) throw new Error(`tables refer to each other: ${left.map(({ name }) => name).join(', ')}`);
    order.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return order;
}
