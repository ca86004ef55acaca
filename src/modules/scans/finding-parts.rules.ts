/** Numbers and names in the `finding` of a result, by which other languages say it. */
export type FindingParts = { supporting: number; accepted: number } & (
  | { kind: 'failed'; failed: number; ran: number; resources: number; titles: string; more: number }
  | { kind: 'passed'; passed: number; resources: number }
  | { kind: 'manual' | 'no_check' }
  | {
      kind: 'partly';
      passed: number;
      total: number;
      withheld: { number: number; reasons: string; more: number } | null;
      missing: number;
    }
);

const ACCEPTED = /^(?<rest>.*) Findings on (?<number>\d+) resources? are accepted\.$/s;
const SUPPORTING = /^(?<rest>.*) (?<number>\d+) other checks? ran and (?:is|are) evidence for it\.$/s;
const FAILED =
  /^(?<failed>\d+) checks? of (?<ran>\d+) failed on (?<resources>\d+) resources?: (?<titles>.*?)(?:; and (?<more>\d+) more)?\.$/s;
const PASSED = /^(?<passed>\d+) checks? passed on (?<resources>\d+) resources?\.$/;
const PARTLY =
  /^(?<passed>\d+) of (?<total>\d+) checks? passed(?:, (?<withheld>\d+) could not look \((?<reasons>.*?)(?:; and (?<more>\d+) more)?\))?(?:, (?<missing>\d+) did not run)?: this does not show all that the control asks for\.$/s;

/** The parts of a sentence of `findingText`; null of any other, as of a former release. Results hold the sentence alone. */
export function findingParts(text: string): FindingParts | null {
  const accepted = split(text, ACCEPTED);
  const supporting = split(accepted.rest, SUPPORTING);
  const parts = partsOf(supporting.rest);
  return parts && { ...parts, supporting: supporting.number, accepted: accepted.number };
}

function split(text: string, pattern: RegExp): { rest: string; number: number } {
  const { rest = text, number = '0' } = pattern.exec(text)?.groups ?? {};
  return { rest, number: Number(number) };
}

type WithoutCounts<Parts> = Parts extends FindingParts ? Omit<Parts, 'supporting' | 'accepted'> : never;

function partsOf(text: string): WithoutCounts<FindingParts> | null {
  const failed = FAILED.exec(text)?.groups;
  if (failed) {
    const { titles = '', more = '0' } = failed;
    return { kind: 'failed', ...numbersOf(failed, ['failed', 'ran', 'resources']), titles, more: Number(more) };
  }
  const passed = PASSED.exec(text)?.groups;
  if (passed) return { kind: 'passed', ...numbersOf(passed, ['passed', 'resources']) };
  const partly = PARTLY.exec(text)?.groups;
  if (partly) {
    const { withheld, reasons = '', more = '0', missing = '0' } = partly;
    return {
      kind: 'partly',
      ...numbersOf(partly, ['passed', 'total']),
      withheld: withheld === undefined ? null : { number: Number(withheld), reasons, more: Number(more) },
      missing: Number(missing),
    };
  }
  if (text === MANUAL_TEXT) return { kind: 'manual' };
  return text === NO_CHECK_TEXT ? { kind: 'no_check' } : null;
}

function numbersOf<Name extends string>(groups: Readonly<Record<string, string>>, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, Number(groups[name])])) as Record<Name, number>;
}

/** In the sentence of a result that tests do not decide, before the reasons of the checks that could not look at everything. */
export const COULD_NOT_LOOK = ' could not look (';
/** Of a control that tests cannot show. */
export const MANUAL_TEXT = 'Tests cannot show this control: a person has to assess it.';
/** Of one that no check of the integrations decides. */
export const NO_CHECK_TEXT = 'No check of a connected integration decides this control.';
