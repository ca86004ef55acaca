import { FINDING_STATUSES, SEVERITIES, type Severity } from '../../connectors/finding.js';
import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, type Page, type PageRequest } from '../../platform/api/connection.js';
import type { Check } from '../catalogue/catalogue.js';
import { catalogueOf } from '../catalogue/visibility.js';
import { acceptedOf } from './accepted-findings.js';
import { countBy } from './facet.rules.js';
import { statusOf, verdictsOf, type CheckStatus, type Verdicts } from './check-list.rules.js';
import { leadsTo } from './finding-filter.js';
import { integrationsOfTenant } from './finding-integrations.js';
import { checkIdOf, checkOf, rulesOfTenant, type FindingRule } from './finding-rule.js';
import { ANY } from './finding-selection.sql.js';
import { findingGroups } from './finding.sql.js';
import type { CheckType } from './finding.type.js';

/** A check with what of the tenant's findings is its. */
export interface ListedCheck extends CheckType {
  /** Of the catalogue or the tenant; null for a rule that neither knows. */
  check: Check | null;
  provider: string;
  /** The rules of scanners that it is, of which there are or were findings. */
  rules: readonly FindingRule[];
}

/** Filter of checks; what is null or absent means any. */
export interface CheckFilter {
  id?: readonly string[] | null;
  severity?: readonly Severity[] | null;
  status?: CheckStatus | null;
  framework?: string | null;
  controlId?: string | null;
  provider?: string | null;
}

/** For `ctx.once`: every check of the catalogue, and what else there are findings of, by id in its order. */
export async function checksOfTenant(ctx: RequestContext): Promise<ReadonlyMap<string, ListedCheck>> {
  const byId = Map.groupBy(await ctx.once(rulesOfTenant), checkIdOf);
  const ofCatalogue = catalogueOf(ctx).checks.map((check): ListedCheck => {
    const { id, title, fault, severity, provider } = check;
    return { id, title, fault: fault ?? title, severity, isKnown: true, check, provider, rules: byId.get(id) ?? [] };
  });
  const known = new Set(ofCatalogue.map(({ id }) => id));
  const others = [...byId.values()].flatMap(([rule, ...more]): ListedCheck[] => {
    if (!rule || known.has(checkIdOf(rule))) return [];
    const { id, title, fault, severity, isKnown } = checkOf(rule);
    const provider = rule.check?.provider ?? rule.scanner;
    return [{ id, title, fault, severity, isKnown, check: rule.check, provider, rules: [rule, ...more] }];
  });
  const all = [...ofCatalogue, ...others].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return new Map(all.map((each) => [each.id, each]));
}

/** For `ctx.once`: what the current findings of each check say, by its id. */
async function verdictsOfChecks(ctx: RequestContext): Promise<ReadonlyMap<string, Verdicts>> {
  const integrations = [...(await ctx.once(integrationsOfTenant)).values()].filter(({ isConnected }) => isConnected);
  const rules = await ctx.once(rulesOfTenant);
  const groups = await findingGroups.all(ctx.em, {
    tenantId: ctx.viewer.tenantId,
    integrationIds: integrations.map(({ id }) => id),
    scanNos: null,
    statuses: FINDING_STATUSES,
    severities: SEVERITIES.map((_, index) => index),
    checkNos: rules.map(({ checkNo }) => checkNo),
    resourceNos: null,
    rest: ANY,
  });
  const idOf = new Map(rules.map((rule) => [rule.checkNo, checkIdOf(rule)]));
  const keyOf = ({ checkNo }: { checkNo: number }) => idOf.get(checkNo) ?? '';
  const accepted = countBy((await acceptedOf(ctx, {})).groups, (group) => [keyOf(group)]);
  return new Map([...Map.groupBy(groups, keyOf)].map(([id, found]) => [id, verdictsOf(found, accepted.get(id))]));
}

/** What the current findings of a check say. */
export async function verdictsOfCheck(ctx: RequestContext, id: string): Promise<Verdicts> {
  return (await ctx.once(verdictsOfChecks)).get(id) ?? verdictsOf([]);
}

/** Checks by their ids, in the order of these. @throws {AppError} NOT_FOUND, VALIDATION_FAILED as `findings` */
export async function readChecks(
  ctx: RequestContext,
  filter: CheckFilter,
  { first, after, offset }: PageRequest,
): Promise<Page<ListedCheck>> {
  const { id, severity, status, provider } = filter;
  const leads = leadsTo(ctx, filter);
  const all = [...(await ctx.once(checksOfTenant)).values()].filter(
    (each) =>
      (id == null || id.includes(each.id)) &&
      (severity == null || severity.includes(each.severity)) &&
      (provider == null || provider === each.provider) &&
      (each.check || each.rules.length === 0 ? leads({ check: each.check, controlNos: [] }) : each.rules.some(leads)),
  );
  const found = status == null ? all : await withStatus(ctx, all, status);
  const places = new Map(found.map((each, index) => [each.id, index]));
  const begin = (after === null ? 0 : Number(decodeCursor(after, ['integer'])[0]) + 1) + offset;
  return {
    rows: found.slice(begin, begin + first),
    hasNextPage: found.length > begin + first,
    cursorOf: (row) => encodeCursor(places.get(row.id) ?? 0),
    countAll: () => Promise.resolve(found.length),
  };
}

async function withStatus(
  ctx: RequestContext,
  all: readonly ListedCheck[],
  status: CheckStatus,
): Promise<ListedCheck[]> {
  const verdicts = await ctx.once(verdictsOfChecks);
  return all.filter(({ id }) => statusOf(verdicts.get(id) ?? verdictsOf([])) === status);
}
