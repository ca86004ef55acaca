import type { Content } from '../content-shapes.js';
import type { Reach } from '../catalogue-resolve.js';
import { elementProblems } from './element.rules.js';
import type { LintFinding } from './finding.js';

type CheckFile = Content['checkFiles'][number];
type Check = CheckFile['checks'][number];

/** An address goes stale and cannot be read aloud; a title is found by any search. */
const ADDRESS = /\b[a-z]+:\/\/|\bwww\.|\b[\w-]+\.(com|org|io|net|gov)\b/i;

/** Whether checks stand where their ids say, and name what there is. */
export function lintChecks(content: Content): LintFinding[] {
  const elements = new Map(
    content.domains.flatMap((file) =>
      file.universal_controls.map((entry) => [entry.code, entry.elements.length] as const),
    ),
  );
  const entries = content.checkFiles.flatMap((file) => file.checks.map((check) => ({ file, check })));
  const ids = new Set(entries.map(({ check }) => check.id));
  return [
    ...content.checkFiles.flatMap(place),
    ...entries.flatMap(({ file, check }) => {
      const problems = [
        ...identity(file, check),
        ...reach(check, elements),
        ...references(check),
        ...refutation(check, ids),
      ];
      return problems.map((problem) => ({ file: file.file, id: check.id, problem }));
    }),
    ...content.families.flatMap(({ file, id, decides, supports, parts }) =>
      (parts.length === 0 ? [{ decides: {} }] : parts)
        .flatMap((part) => reach({ decides: { ...decides, ...part.decides }, supports }, elements))
        .map((problem) => ({ file, id, problem })),
    ),
    ...content.rules.flatMap((rule) =>
      'check' in rule ? [] : reach(rule, elements).map((problem) => ({ file: rule.file, id: rule.rule, problem })),
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

/** Whether what tells that its resources are not all is a check. */
function refutation({ logic }: Check, ids: ReadonlySet<string>): string[] {
  const other = logic?.population?.refuted_by;
  return other === undefined || ids.has(other) ? [] : [`is refuted by ${other}, which is no check`];
}

/** Whether it shows something, of universal controls and elements that there are. `elements`: how many, by code. */
function reach({ decides, supports }: Reach, elements: ReadonlyMap<string, number>): string[] {
  const named = [...Object.keys(decides), ...supports];
  const unknown = named.filter((code) => !elements.has(code)).map((code) => `names ${code}, which does not exist`);
  const twice = named.filter((code, index) => named.indexOf(code) < index).map((code) => `names ${code} twice`);
  const wrong = Object.entries(decides).flatMap(([code, numbers]) =>
    elementProblems(numbers, elements.get(code) ?? Infinity).map((problem) => `decides of ${code} ${problem}`),
  );
  return [
    ...(named.length === 0 ? ['shows nothing: it names no universal control'] : []),
    ...unknown,
    ...twice,
    ...wrong,
  ];
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
