import { FINDING_STATUSES, SEVERITIES } from '../../connectors/finding.js';
import type { RequestContext } from '../../context.js';
import type { Control } from '../catalogue/catalogue.js';
import { visibleFrameworks } from '../catalogue/visibility.js';
import { acceptedOf } from './accepted-findings.js';
import {
  byAcceptance,
  countBy,
  countSeverities,
  countStatuses,
  countVerdicts,
  groupsOfFacet,
  mostFirst,
  worstBy,
  worstFirst,
  type CountedGroup,
  type Facet,
  type FacetConditions,
  type FoundGroup,
} from './facet.rules.js';
import type { CheckGroups } from './facet.loader.js';
import type { CheckFacetType, FindingFacetsType } from './facet.type.js';
import {
  controlsNamed,
  integrationNamed,
  leadsTo,
  namesRule,
  selectionOf,
  type FindingFilter,
} from './finding-filter.js';
import { failedBy, isOfFailedControl } from './failed-control.js';
import { integrationsOfTenant } from './finding-integrations.js';
import { checkIdOf, checkOf, controlsOf, rulesOfTenant, type FindingRule } from './finding-rule.js';
import { isCounted } from './finding.read.js';
import type { FindingSelection } from './finding-selection.sql.js';
import { findingGroups, heldFindingGroups } from './finding.sql.js';

/** What the fields of `FindingFacets` are made from. */
export type Facets = Omit<FindingFacetsType, 'checks'> & {
  allChecks: CheckCount[];
  /** Findings by rule, whether failed controls ask for what these decide or not. */
  byRule: readonly { rule: FindingRule; findings: number }[];
};

/** Number of findings of a check, and which they are. */
export interface CheckCount extends CheckFacetType {
  found: CheckGroups;
  rules: readonly FindingRule[];
}

/**
 * Numbers of findings by their properties. Each property is counted among those that meet every condition but its own.
 * @throws {AppError} as `selectionOf`
 */
export async function readFacets(ctx: RequestContext, filter: FindingFilter): Promise<Facets> {
  // Values that the groups have are chosen among them; only the rest selects findings.
  const chosen = { status: null, severity: null, integrationId: null, framework: null, checkId: null };
  const others = { ...filter, ...chosen, exception: null, ofFailedControl: null };
  const [selection, accepted, rules, conditions] = await Promise.all([
    selectionOf(ctx, others),
    acceptedOf(ctx, others),
    ctx.once(rulesOfTenant),
    conditionsOf(ctx, filter),
  ]);
  const groups = byAcceptance(await groupsOf(ctx, selection, rules), accepted.groups);
  const ruleOf = new Map(rules.map((rule) => [rule.checkNo, rule]));
  const of = (...facets: Facet[]) => groupsOfFacet(groups, conditions, facets);
  const rulesOf = ({ checkNo }: CountedGroup) => [ruleOf.get(checkNo) ?? []].flat();
  const named = filter.controlId == null ? null : controlsNamed(ctx, filter.controlId, null);
  const { exception: isAccepted = null } = filter;
  const counted = isAccepted ? accepted.selection : { ...selection, rest: { ...selection.rest, isAccepted } };
  const allChecks = checkCounts(of('check'), { rulesOf, selection: counted });
  return {
    total: of().reduce((sum, { findings }) => sum + findings, 0),
    verdicts: countVerdicts(of('status', 'exception')),
    statuses: countStatuses(of('status')),
    severities: countSeverities(of('severity')),
    integrations: await integrationCounts(ctx, of('integration')),
    frameworks: frameworkCounts(ctx, of('framework'), { rulesOf, named }),
    checkCount: allChecks.length,
    allChecks,
    byRule: of('failedControl').flatMap((group) => rulesOf(group).map((rule) => ({ rule, findings: group.findings }))),
  };
}

async function groupsOf(
  ctx: RequestContext,
  selection: FindingSelection,
  rules: readonly FindingRule[],
): Promise<FoundGroup[]> {
  if (!isCounted(selection)) return heldFindingGroups.all(ctx.em, selection);
  return findingGroups.all(ctx.em, {
    ...selection,
    checkNos: selection.checkNos ?? rules.map(({ checkNo }) => checkNo),
  });
}

async function conditionsOf(ctx: RequestContext, filter: FindingFilter): Promise<FacetConditions> {
  const { status, severity, framework, checkId, exception, ofFailedControl } = filter;
  const only = await integrationNamed(ctx, filter.integrationId);
  const rules = await ctx.once(rulesOfTenant);
  const numbersOf = (meets: (rule: FindingRule) => boolean) =>
    new Set(rules.filter(meets).map(({ checkNo }) => checkNo));
  const named = checkId == null ? null : numbersOf((rule) => namesRule(checkId, rule));
  const isOfFailed = ofFailedControl == null ? null : await isOfFailedControl(ctx);
  const decisive = isOfFailed && numbersOf((rule) => isOfFailed(rule) === ofFailedControl);
  const leading = framework == null ? null : numbersOf(leadsTo(ctx, { framework }));
  return {
    status: (group) => (status ?? FINDING_STATUSES).includes(group.status),
    severity: (group) => (severity ?? SEVERITIES).includes(SEVERITIES[group.severity] ?? 'informational'),
    integration: ({ integrationId }) => only === null || integrationId === only.id,
    framework: ({ checkNo }) => leading === null || leading.has(checkNo),
    check: ({ checkNo }) => named === null || named.has(checkNo),
    exception: ({ isAccepted }) => exception == null || isAccepted === exception,
    failedControl: ({ checkNo }) => decisive === null || decisive.has(checkNo),
  };
}

async function integrationCounts(
  ctx: RequestContext,
  groups: readonly CountedGroup[],
): Promise<FindingFacetsType['integrations']> {
  const all = await ctx.once(integrationsOfTenant);
  const counts = countBy(groups, ({ integrationId }) => [all.get(integrationId) ?? []].flat());
  return mostFirst([...counts].map(([integration, count]) => ({ integration, count })));
}

/** For each active framework the findings whose check leads to a control of it, to a named one where the filter names one. */
function frameworkCounts(
  ctx: RequestContext,
  groups: readonly CountedGroup[],
  { rulesOf, named }: { rulesOf: (group: CountedGroup) => FindingRule[]; named: readonly Control[] | null },
): FindingFacetsType['frameworks'] {
  const known = new Map<FindingRule, string[]>();
  const slugsOf = (rule: FindingRule) => {
    const slugs = known.get(rule) ?? ledTo(rule);
    known.set(rule, slugs);
    return slugs;
  };
  const ledTo = (rule: FindingRule) => {
    const led = controlsOf(ctx, rule).filter((control) => named?.includes(control) ?? true);
    return [...new Set(led.map(({ framework }) => framework.slug))];
  };
  const counts = countBy(groups, (group) => rulesOf(group).flatMap(slugsOf));
  return visibleFrameworks(ctx).map((framework) => ({ framework, count: counts.get(framework.slug) ?? 0 }));
}

function checkCounts(
  groups: readonly CountedGroup[],
  { rulesOf, selection }: { rulesOf: (group: CountedGroup) => FindingRule[]; selection: FindingSelection },
): CheckCount[] {
  const byCheck = Map.groupBy(new Set(groups.flatMap(rulesOf)), checkIdOf);
  const checks = new Map([...byCheck].flatMap(([id, [rule]]) => (rule ? [[id, checkOf(rule)] as const] : [])));
  const idsOf = (group: CountedGroup) => rulesOf(group).map(checkIdOf);
  const counts = countBy(groups, idsOf);
  const ofCheck = Map.groupBy(groups, (group) => idsOf(group)[0] ?? '');
  const worst = worstBy(groups, idsOf);
  const byId = [...checks].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return mostFirst(
    byId.map(([id, check]) => ({
      check,
      count: counts.get(id) ?? 0,
      severity: SEVERITIES[worst.get(id) ?? -1] ?? 'informational',
      found: { selection, groups: ofCheck.get(id) ?? [] },
      rules: byCheck.get(id) ?? [],
    })),
  );
}

/** Number of the failed controls that fail because of the findings of a check: none where these do not fail now, or are accepted. */
export async function failedControlsOf(ctx: RequestContext, { found, rules }: CheckCount): Promise<number> {
  const { selection, groups } = found;
  const doesFail = groups.some(({ status, isAccepted }) => status === 'fail' && !isAccepted);
  return selection.scanNos === null && doesFail ? (await failedBy(ctx, rules)).length : 0;
}

/** The checks that fail most controls first, then the worst. */
export async function mostFailedFirst(ctx: RequestContext, checks: readonly CheckCount[]): Promise<CheckCount[]> {
  const numbers = new Map(
    await Promise.all(checks.map(async (check) => [check, await failedControlsOf(ctx, check)] as const)),
  );
  return worstFirst(checks).sort((a, b) => (numbers.get(b) ?? 0) - (numbers.get(a) ?? 0));
}
