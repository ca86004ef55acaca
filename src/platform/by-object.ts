/** Values by an object and a key, each made once and stored as long as the object lives. */
export class ByObject<Value> {
  private readonly values = new WeakMap<object, Map<string, Value>>();

  of(object: object, key: string, make: () => Value): Value {
    const known = this.values.get(object) ?? new Map<string, Value>();
    this.values.set(object, known);
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make();
    known.set(key, made);
    return made;
  }
}
