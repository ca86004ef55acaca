/** One of something for each moment that it is asked of, made once; null is now. For `ctx.once`. */
export function byMoment<T>(make: (at: Date | null) => T): (at: Date | null) => T {
  const made = new Map<number | null, T>();
  return (at) => {
    const key = at?.getTime() ?? null;
    const known = made.get(key) ?? make(at);
    made.set(key, known);
    return known;
  };
}
