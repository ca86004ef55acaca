import type { Content } from '../content-shapes.js';
import type { LintFinding } from './finding.js';

type CheckFile = Content['checkFiles'][number];
type Check = CheckFile['checks'][number];

/** An address goes stale and cannot be read aloud; a title is found by any search. */
const ADDRESS = /\b[a-z]+:\/\/|\bwww\.|\b[\w-]+\.(com|org|io|net|gov)\b/i;

/** Whether checks stand where their ids say, and name what there is. */
export function lintChecks(content: Content): LintFinding[] {
  const codes = new Set(content.domains.flatMap((file) => file.universal_controls.map(({ code }) => code)));
  const entries = content.checkFiles.flatMap((file) => file.checks.map((check) => ({ file, check })));
  return [
    ...content.checkFiles.flatMap(place),
    ...entries.flatMap(({ file, check }) => {
      const problems = [...identity(file, check), ...reach(check.universal_controls, codes), ...references(check)];
      return problems.map((problem) => ({ file: file.file, id: check.id, problem }));
    }),
    ...content.families.flatMap(({ file, id, universal_controls: named }) =>
      reach(named, codes).map((problem) => ({ file, id, problem })),
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

function reach(named: readonly string[], codes: ReadonlySet<string>): string[] {
  const unknown = named.filter((code) => !codes.has(code)).map((code) => `names ${code}, which does not exist`);
  const twice = named.filter((code, index) => named.indexOf(code) < index).map((code) => `names ${code} twice`);
  return [...unknown, ...twice];
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
