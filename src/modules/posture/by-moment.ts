/** One of something for each moment that it is asked of, made once; null is now, where that is asked too. For `ctx.once`. */
export function byMoment<T, Moment extends Date | null = Date | null>(make: (at: Moment) => T): (at: Moment) => T {
  const made = new Map<number | null, T>();
  return (at) => {
    const key = at?.getTime() ?? null;
    const known = made.get(key) ?? make(at);
    made.set(key, known);
    return known;
  };
}
