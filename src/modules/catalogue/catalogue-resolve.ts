import type { Scanner } from '../../connectors/finding.js';
import type { Catalogue, Check, Control, UniversalControl } from './catalogue.js';
import { named, uniqueMap, type Owner } from './content-maps.js';
import type { Content } from './content-shapes.js';
import {
  frameworkOfLabel,
  requirementKey,
  hasRunningNumbers,
  requirementOfRunningNumber,
} from './requirement.rules.js';

/** What an entry says that it shows: see `CheckFile`. */
export interface Reach {
  decides: Readonly<Record<string, number[]>>;
  supports: readonly string[];
}

/** A rule that stands for no check of ours. */
type RuleReach = Exclude<Content['rules'][number], { check: string } | { like: string }>;

/** A rule that resembles a check of ours, and asks for more or for less. */
type LikeRule = Extract<Content['rules'][number], { like: string }>;

/** The universal controls that an entry names and every control they are mapped to, each once. */
export function reachOf(
  { decides, supports }: Reach,
  universalByCode: ReadonlyMap<string, UniversalControl>,
  owner: Owner,
): Pick<Check, 'decides' | 'universalControls' | 'controls'> {
  const decided = Object.entries(decides).map(([code, elements]) => {
    return { universalControl: named(universalByCode, code, owner), elements };
  });
  const supported = supports.map((code) => named(universalByCode, code, owner));
  const universalControls = [...decided.map(({ universalControl }) => universalControl), ...supported];
  const controls = new Set(universalControls.flatMap(({ mappings }) => mappings.map(({ control }) => control)));
  return { decides: decided, universalControls, controls: [...controls] };
}

/** What other scanners' rules lead to: the checks that stand for rules alone, and how an id leads to a check. See `Catalogue.resolveRule`. */
export function ruleChecks(
  content: Content,
  checkById: ReadonlyMap<string, Check>,
  universalByCode: ReadonlyMap<string, UniversalControl>,
): { checks: Check[]; resolve: Catalogue['resolveRule'] } {
  const prowler = new Map(
    content.checkFiles.flatMap((file) =>
      file.checks.flatMap(({ id, rules }) =>
        rules.prowler === undefined ? [] : [[rules.prowler, named(checkById, id, { file: file.file, id })] as const],
      ),
    ),
  );
  const families = content.families.map((entry) => familyOf(entry, universalByCode));
  const own = new Map<string, Check>();
  const checkOfRule = (entry: Content['rules'][number]): Check => {
    const owner = { file: entry.file, id: entry.rule };
    if ('check' in entry) return named(checkById, entry.check, owner);
    const check =
      'like' in entry
        ? likeCheck(entry, named(checkById, entry.like, owner), universalByCode)
        : ruleCheck(entry, universalByCode);
    const known = own.get(check.id) ?? check;
    own.set(check.id, known);
    return known;
  };
  const ofRules = new Map(
    [...uniqueMap(content.rules, ({ scanner, rule }) => `${scanner}.${rule}`)].map(([key, entry]) => [
      key,
      checkOfRule(entry),
    ]),
  );
  const resolve = (scanner: Scanner, ruleId: string) => {
    switch (scanner) {
      case 'crosswalk':
        // Stored results name what stands for rules by its own id.
        return checkById.get(ruleId) ?? own.get(ruleId) ?? null;
      case 'prowler':
        return prowler.get(ruleId) ?? ofRules.get(`${scanner}.${ruleId}`) ?? null;
      case 'security-hub':
        return ofRules.get(`${scanner}.${ruleId}`) ?? null;
      case 'openscap':
        return checkInFamily(families, ruleId);
      case 'sarif':
      case 'oscal':
      case 'ocsf':
        return null;
    }
  };
  return {
    checks: [...families.flatMap(({ check, parts }) => [...parts.map((part) => part.check), check]), ...own.values()],
    resolve,
  };
}

/** Patterns of families take the square of a text's length, and no rule of the SCAP Security Guide is nearly as long. */
const RULE_ID_CHARACTERS_MAX = 200;

/** A family of rules: the check for those of each part, and for all others. */
interface Family {
  pattern: RegExp;
  check: Check;
  parts: { pattern: RegExp; check: Check }[];
}

/** What a part decides, the others of its family support. */
function familyOf(entry: Content['families'][number], universalByCode: ReadonlyMap<string, UniversalControl>): Family {
  const { parts, decides, supports, pattern, ...described } = entry;
  const checkOf = (id: string, decided: Reach['decides']): Check => {
    const others = [...Object.keys(decides), ...parts.flatMap((part) => Object.keys(part.decides)), ...supports];
    const supported = [...new Set(others)].filter((code) => !(code in decided));
    return {
      ...described,
      id,
      fault: null,
      provider: 'linux',
      service: 'host',
      tier: 1,
      resourceType: 'Host',
      rationale: entry.description,
      references: [],
      logic: null,
      version: null,
      // One rule of a family is not the whole of it, and no report says which of them it left out.
      canShow: false,
      ...reachOf({ decides: decided, supports: supported }, universalByCode, entry),
    };
  };
  return {
    pattern: new RegExp(pattern),
    check: checkOf(entry.id, decides),
    parts: parts.map((part) => ({
      pattern: new RegExp(part.pattern),
      check: checkOf(`${entry.id}.${part.id}`, { ...decides, ...part.decides }),
    })),
  };
}

function checkInFamily(families: readonly Family[], ruleId: string): Check | null {
  if (ruleId.length > RULE_ID_CHARACTERS_MAX) return null;
  const family = families.find(({ pattern }) => pattern.test(ruleId));
  if (!family) return null;
  return family.parts.find(({ pattern }) => pattern.test(ruleId))?.check ?? family.check;
}

/** A rule of which we know only what it gives evidence for; its title and severity come from the report. */
function ruleCheck(entry: RuleReach, universalByCode: ReadonlyMap<string, UniversalControl>): Check {
  const { scanner, rule, fails_only: failsOnly, file } = entry;
  return {
    id: `${scanner}.${rule}`,
    // What only fails an element is no test of it that a report could have left out.
    provider: failsOnly ? scanner : 'aws',
    service: scanner.replace('-', ''),
    title: rule,
    fault: null,
    severity: 'medium',
    tier: 2,
    resourceType: 'Other',
    description: rule,
    rationale: rule,
    remediation: null,
    references: [],
    logic: null,
    version: null,
    canShow: !failsOnly,
    ...reachOf(entry, universalByCode, { file, id: rule }),
  };
}

/** A check with the texts and the remediation of ours. Rules that resemble the same one and decide nothing are one check. */
function likeCheck(
  { scanner, rule, decides, file }: LikeRule,
  check: Check,
  universalByCode: ReadonlyMap<string, UniversalControl>,
): Check {
  const isDeciding = Object.keys(decides).length > 0;
  const supports = check.universalControls.map(({ code }) => code).filter((code) => !(code in decides));
  return {
    ...check,
    // It asks for more or for less: what is wrong where it fails is not what is wrong where ours does.
    fault: null,
    id: `${scanner}.${isDeciding ? rule : check.id}`,
    provider: isDeciding ? scanner : check.provider,
    logic: null,
    version: null,
    canShow: false,
    ...reachOf({ decides, supports }, universalByCode, { file, id: rule }),
  };
}

/** How a requirement id of a report leads to controls. See `Catalogue.resolveRequirement`. */
export function requirementResolver(
  content: Content,
  controlByCode: ReadonlyMap<string, Control>,
): Catalogue['resolveRequirement'] {
  const byKey = new Map<string, Control[]>();
  const add = (slug: string, id: string, control: Control) => {
    const key = `${slug} ${requirementKey(id)}`;
    byKey.set(key, [...(byKey.get(key) ?? []), control]);
  };
  for (const file of content.frameworks) {
    for (const entry of file.controls) {
      const control = named(controlByCode, `${file.slug} ${entry.control_id}`, {
        file: file.file,
        id: entry.control_id,
      });
      add(file.slug, entry.control_id, control);
      // CMMC level 2 restates NIST SP 800-171 by its numbers, which is how scanners name it.
      const source = /800-171 r2 (\S+)$/.exec(entry.source_requirement ?? '');
      if (source?.[1]) add(file.slug, source[1], control);
    }
  }
  return (label, id) => {
    const slug = frameworkOfLabel(label);
    if (slug === null) return [];
    const controlsOf = (requirement: string) => byKey.get(`${slug} ${requirementKey(requirement)}`) ?? [];
    if (!hasRunningNumbers(label)) return controlsOf(id);
    return requirementOfRunningNumber(id, (each) => controlsOf(each).length > 0).flatMap(controlsOf);
  };
}
