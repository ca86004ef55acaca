import type { Content } from '../content-shapes.js';
import type { Reach } from '../catalogue-resolve.js';
import { elementProblems } from './element.rules.js';
import type { LintFinding } from './finding.js';

type CheckFile = Content['checkFiles'][number];
type Check = CheckFile['checks'][number];

/** An address goes stale and cannot be read aloud; a title is found by any search. */
const ADDRESS = /\b[a-z]+:\/\/|\bwww\.|(?<![\w-])[\w-]+\.(com|org|io|net|gov)\b/i;

/** A heading of one line in the widest table. Our choice. */
const FAULT_CHARACTERS_MAX = 80;

/** Whether checks stand where their ids say, and name what there is. */
export function lintChecks(content: Content): LintFinding[] {
  const targets = targetsOf(content);
  const entries = content.checkFiles.flatMap((file) => file.checks.map((check) => ({ file, check })));
  const checks = new Map(entries.map(({ check }) => [check.id, check]));
  return [
    ...content.checkFiles.flatMap(place),
    ...entries.flatMap(({ file, check }) => {
      const problems = [
        ...identity(file, check),
        ...fault(check),
        ...(check.hygiene ? hygiene(check) : reach(check, targets)),
        ...references(check),
        ...refutation(check, checks),
      ];
      return problems.map((problem) => ({ file: file.file, id: check.id, problem }));
    }),
    ...content.families.flatMap(({ file, id, decides, supports, parts }) =>
      (parts.length === 0 ? [{ decides: {} }] : parts)
        .flatMap((part) => reach({ decides: { ...decides, ...part.decides }, supports }, targets))
        .map((problem) => ({ file, id, problem })),
    ),
    ...content.rules.flatMap((rule) =>
      ruleProblems(rule, targets, checks).map((problem) => ({ file: rule.file, id: rule.rule, problem })),
    ),
    ...sameRule(entries),
  ];
}

function place({ file, provider, service }: CheckFile): LintFinding[] {
  const expected = `checks/${provider}/${service}.yaml`;
  return file === expected ? [] : [{ file, id: `${provider}.${service}`, problem: `its place is ${expected}` }];
}

function identity({ provider, service }: CheckFile, { id }: Check): string[] {
  const prefix = `${provider}.${service}.`;
  return id.startsWith(prefix) && id.length > prefix.length ? [] : [`its id does not begin with ${prefix}`];
}

/** Whether its fault is a heading of its own: what is wrong, where the title says what is wanted. */
function fault({ title, fault: stated }: Check): string[] {
  return [
    ...(stated.length > FAULT_CHARACTERS_MAX
      ? [`fault has ${stated.length} characters, not ${FAULT_CHARACTERS_MAX} at most: ${stated}`]
      : []),
    ...(stated.endsWith('.') ? [`fault ends with a full stop: ${stated}`] : []),
    ...(stated === title ? [`fault is its title: ${stated}`] : []),
  ];
}

/** Whether what shows that its resources are not all is a check. */
function refutation({ logic }: Check, checks: ReadonlyMap<string, Check>): string[] {
  const other = logic?.population?.refuted_by;
  return other === undefined || checks.has(other) ? [] : [`is refuted by ${other}, which is no check`];
}

/** What a test can be about. */
interface Target {
  /** Number of elements. */
  elements: number;
  /** Those that a control asks for. */
  covered: ReadonlySet<number>;
  /** Those that some control asks for which is not manual. */
  testable: ReadonlySet<number>;
  /** Whether every control that it is mapped to is manual: governance, audits, contracts, training, communication. */
  isManual: boolean;
}

/** Part of a mapping. */
type Covering = Pick<Content['domains'][number]['universal_controls'][number]['mappings'][number], 'covers'>;

/** Universal controls by their codes. */
function targetsOf({ domains, frameworks }: Content): Map<string, Target> {
  const manual = new Set(
    frameworks.flatMap(({ slug, controls }) =>
      controls.filter(({ method }) => method === 'manual').map(({ control_id: id }) => `${slug} ${id}`),
    ),
  );
  return new Map(
    domains.flatMap((file) =>
      file.universal_controls.map(({ code, elements, mappings }) => [
        code,
        targetOf(
          elements.length,
          mappings,
          mappings.filter(({ framework, control_id: id }) => !manual.has(`${framework} ${id}`)),
        ),
      ]),
    ),
  );
}

/** @param testable those of `mappings` whose control is not manual */
function targetOf(elements: number, mappings: readonly Covering[], testable: readonly Covering[]): Target {
  return {
    elements,
    covered: new Set(mappings.flatMap(({ covers }) => covers)),
    testable: new Set(testable.flatMap(({ covers }) => covers)),
    isManual: mappings.length > 0 && testable.length === 0,
  };
}

/** Whether it shows something, of universal controls and elements that there are and that tests can have to do with. */
function reach({ decides, supports }: Reach, targets: ReadonlyMap<string, Target>): string[] {
  const named = [...Object.keys(decides), ...supports];
  const unknown = named.filter((code) => !targets.has(code)).map((code) => `names ${code}, which does not exist`);
  const twice = named.filter((code, index) => named.indexOf(code) < index).map((code) => `names ${code} twice`);
  const manual = named
    .filter((code) => targets.get(code)?.isManual)
    .map((code) => `names ${code}, whose controls are all manual: only people show it`);
  const wrong = Object.entries(decides).flatMap(([code, numbers]) =>
    [
      ...elementProblems(numbers, targets.get(code)?.elements ?? Infinity),
      ...unasked(numbers, targets.get(code)),
      ...ofPeople(numbers, targets.get(code)),
    ].map((problem) => `decides of ${code} ${problem}`),
  );
  return [
    ...(named.length === 0 ? ['shows nothing: it names no universal control'] : []),
    ...unknown,
    ...twice,
    ...manual,
    ...wrong,
  ];
}

/** What no control asks for names none. */
function hygiene({ decides, supports }: Reach): string[] {
  return [...Object.keys(decides), ...supports].map((code) => `names ${code}, and says that no control asks for it`);
}

/** What follows from an element that no control asks for is nothing. */
function unasked(numbers: readonly number[], target: Target | undefined): string[] {
  return numbers
    .filter((number) => target !== undefined && number <= target.elements && !target.covered.has(number))
    .map((number) => `element ${number}, which no control asks for: it supports the universal control`);
}

/** What only manual controls ask for is shown by people. */
function ofPeople(numbers: readonly number[], target: Target | undefined): string[] {
  if (!target || target.isManual) return [];
  return numbers
    .filter((number) => target.covered.has(number) && !target.testable.has(number))
    .map((number) => `element ${number}, whose controls are all manual: it supports the universal control`);
}

/** Whether a rule of another scanner shows something; one that resembles a check decides no more than this does. */
function ruleProblems(
  rule: Content['rules'][number],
  targets: ReadonlyMap<string, Target>,
  checks: ReadonlyMap<string, Check>,
): string[] {
  if ('check' in rule) return checks.has(rule.check) ? [] : [`is ${rule.check}, which is no check`];
  if (!('like' in rule)) return reach(rule, targets);
  const check = checks.get(rule.like);
  if (!check) return [`is like ${rule.like}, which is no check`];
  const [own, theirs] = [decidedNames(rule), decidedNames(check)];
  if (theirs.length === 0) return [`is like ${check.id}, which decides nothing: then it is that check`];
  return own.filter((name) => !theirs.includes(name)).map((name) => `decides ${name}, and ${check.id} does not`);
}

/** Every element that an entry decides: `UCF-NET-01/3`. */
function decidedNames({ decides }: Pick<Reach, 'decides'>): string[] {
  return Object.entries(decides).flatMap(([code, numbers]) => numbers.map((number) => `${code}/${number}`));
}

function references({ references: titles }: Check): string[] {
  if (titles.length === 0) return ['has no reference'];
  return titles.filter((title) => ADDRESS.test(title)).map((title) => `reference is an address, not a title: ${title}`);
}

/** A report's rule leads to one check: of two that claim it, one would never be found. */
function sameRule(entries: readonly { file: CheckFile; check: Check }[]): LintFinding[] {
  const claiming = entries.filter(({ check }) => check.rules.prowler !== undefined);
  const byRule = Map.groupBy(claiming, ({ check }) => check.rules.prowler);
  return [...byRule].flatMap(([rule, [first, ...more]]) =>
    more.map(({ file, check }) => {
      return { file: file.file, id: check.id, problem: `claims the rule ${rule}, which is ${first?.check.id ?? ''}'s` };
    }),
  );
}
