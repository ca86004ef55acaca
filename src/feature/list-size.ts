/** Arguments of a field as a client gave them: not validated, so of any type; variables are replaced by their values. */
export type GivenArguments = Readonly<Record<string, unknown>>;

/** Expected size of a list: a number, or one that follows from the arguments of its field. It may not fail, whatever they are. */
export type ListSize = number | ((args: GivenArguments) => number);

const VALUES_MAX = 50;
/** No name is longer, and a text of a megabyte would be compared for every field that has it. */
const LENGTH_MAX = 200;

/** Texts of an argument of one value and one of several. Null where none is given, and where they cannot be computed cheaply. */
export function textsGiven(args: GivenArguments, one: string, several: string): string[] | null {
  const many = args[several] ?? [];
  const values: unknown[] = Array.isArray(many) ? many : [many];
  if (values.length > VALUES_MAX) return null;
  const given = [args[one], ...values].filter((value) => value !== undefined && value !== null);
  const texts = given.filter((value) => typeof value === 'string').filter(({ length }) => length <= LENGTH_MAX);
  return texts.length === 0 || texts.length < given.length ? null : texts;
}
