import { FINDING_STATUSES, SEVERITIES, type FindingStatus, type Severity } from '../../connectors/finding.js';
import type { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { textFor } from '../../messages/translated.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { Control } from '../catalogue/catalogue.js';
import { catalogueOf, findActiveFramework, findControl, isVisible } from '../catalogue/visibility.js';
import { findScan } from '../scans/scan-find.js';
import { isOfFailedControl } from './failed-control.js';
import { integrationsOfTenant, type FindingIntegration } from './finding-integrations.js';
import { checkIdOf, controlsOf, rulesOfTenant, wordsOf, type FindingRule } from './finding-rule.js';
import { resourceLoader } from './finding.loader.js';
import type { FindingSelection } from './finding-selection.sql.js';
import { scanMarks } from './finding.sql.js';
import { numbersOf } from './numbered-id.rules.js';
import { ANY_RESOURCE, someResources, type ResourceCondition } from './resource-condition.sql.js';

/** Filter of findings; what is null or absent means any. */
export interface FindingFilter {
  resource?: string | null;
  resourceId?: string | null;
  resourceIdContains?: string | null;
  resourceIdStartsWith?: string | null;
  search?: string | null;
  checkId?: readonly string[] | null;
  severity?: readonly Severity[] | null;
  status?: readonly FindingStatus[] | null;
  framework?: string | null;
  controlId?: string | null;
  universalControl?: string | null;
  scanId?: string | null;
  integrationId?: string | null;
  integrationType?: string | null;
  account?: string | null;
  region?: string | null;
  exception?: boolean | null;
  onHold?: boolean | null;
  ofFailedControl?: boolean | null;
  firstSeenFrom?: Date | null;
  firstSeenTo?: Date | null;
  lastSeenFrom?: Date | null;
  lastSeenTo?: Date | null;
}

/** Up to so many resources are read one by one; of more, findings are read in order and left out. */
const RESOURCES_ONE_BY_ONE = 200;

/**
 * The findings that a filter selects, for the statements.
 * @throws {AppError} NOT_FOUND for an unknown integration, scan, framework or control id; VALIDATION_FAILED naming the field; CONFLICT for
 *   a scan of which not every finding was stored
 */
export async function selectionOf(ctx: RequestContext, filter: FindingFilter): Promise<FindingSelection> {
  const { tenantId } = ctx.viewer;
  const scope = await scopeOf(ctx, filter);
  const selection: FindingSelection = {
    tenantId,
    ...scope,
    statuses: filter.status ?? FINDING_STATUSES,
    severities: (filter.severity ?? SEVERITIES).map((each) => SEVERITIES.indexOf(each)),
    checkNos: await checkNosOf(ctx, filter),
    resourceNos: null,
    rest: {
      resources: conditionOf(filter),
      isAccepted: filter.exception ?? null,
      isOnHold: filter.onHold ?? null,
      firstSeen: { from: filter.firstSeenFrom ?? null, to: filter.firstSeenTo ?? null },
      lastSeen: { from: filter.lastSeenFrom ?? null, to: filter.lastSeenTo ?? null },
      named: null,
    },
  };
  const searched = filter.search == null ? selection : await withSearch(ctx, selection, filter.search);
  return withResources(ctx, searched, filter.resource ?? null);
}

/** What a text names: resources by name, id or type, or checks by what they say. Where only either does, the other is not looked for again. */
async function withSearch(ctx: RequestContext, selection: FindingSelection, text: string): Promise<FindingSelection> {
  const { tenantId, integrationIds, checkNos, rest } = selection;
  const wanted = text.toLowerCase();
  const named = (await ctx.once(rulesOfTenant)).filter((rule) =>
    wordsOf(rule)
      .flatMap((each) => [each, textFor(ctx, each)])
      .some((each) => each.toLowerCase().includes(wanted)),
  );
  const nos = named.map(({ checkNo }) => checkNo).filter((no) => checkNos?.includes(no) ?? true);
  const condition = { ...ANY_RESOURCE, search: text };
  if (nos.length === 0) return { ...selection, rest: { ...rest, resources: { ...rest.resources, search: text } } };
  const isResource = (await someResources.all(ctx.em, { tenantId, integrationIds, condition, limit: 1 })).length > 0;
  return isResource
    ? { ...selection, rest: { ...rest, named: { checkNos: nos, text } } }
    : { ...selection, checkNos: nos };
}

/** Finds the resources first where they are few, so that nothing else is read. */
async function withResources(
  ctx: RequestContext,
  selection: FindingSelection,
  resource: string | null,
): Promise<FindingSelection> {
  const { tenantId, integrationIds, rest } = selection;
  if (resource !== null) {
    const numbers = numbersOf(tenantId, 'resource', assertUuid(resource, '/where/resource'));
    const found = numbers && (await ctx.once(resourceLoader).load(numbers.resourceNo));
    if (!found) throw notFound();
    const isRead = integrationIds.includes(found.integrationId);
    return { ...selection, resourceNos: isRead ? [found.resourceNo] : [] };
  }
  const condition = rest.isAccepted === true ? { ...rest.resources, isCovered: true as const } : rest.resources;
  if (condition === ANY_RESOURCE) return selection;
  const limit = RESOURCES_ONE_BY_ONE + 1;
  const found = await someResources.all(ctx.em, { tenantId, integrationIds, condition, limit });
  if (found.length === limit) return { ...selection, rest: { ...rest, resources: condition } };
  return {
    ...selection,
    resourceNos: found.map(({ resourceNo }) => resourceNo),
    rest: { ...rest, resources: ANY_RESOURCE },
  };
}

function conditionOf(filter: FindingFilter): ResourceCondition {
  const { resourceId, resourceIdContains: contains, resourceIdStartsWith: startsWith, account, region } = filter;
  if ([resourceId, contains, startsWith, account, region].every((each) => each == null)) return ANY_RESOURCE;
  return {
    ...ANY_RESOURCE,
    ids: resourceId == null ? null : [resourceId],
    contains: contains ?? null,
    startsWith: startsWith ?? null,
    accounts: account == null ? null : [account],
    regions: region == null ? null : [region],
  };
}

/** The integrations, and of a scan its numbers in them. */
async function scopeOf(
  ctx: RequestContext,
  { scanId, integrationId, integrationType }: FindingFilter,
): Promise<Pick<FindingSelection, 'integrationIds' | 'scanNos'>> {
  const all = await ctx.once(integrationsOfTenant);
  const only = await integrationNamed(ctx, integrationId);
  const isWanted = (id: string) =>
    (only === null || id === only.id) && (integrationType == null || all.get(id)?.type === integrationType);
  if (scanId == null) {
    const connected = [...all.values()].filter(({ isConnected }) => isConnected).map(({ id }) => id);
    return { integrationIds: connected.filter(isWanted), scanNos: null };
  }
  const marks = (await marksOf(ctx, assertUuid(scanId, '/where/scan_id'))).filter((each) =>
    isWanted(each.integrationId),
  );
  return {
    integrationIds: marks.map((each) => each.integrationId),
    scanNos: marks.map(({ scanNo }) => scanNo),
  };
}

/** The integration that a filter names; null where it names none. @throws {AppError} NOT_FOUND, VALIDATION_FAILED */
export async function integrationNamed(
  ctx: RequestContext,
  id: string | null | undefined,
): Promise<FindingIntegration | null> {
  if (id == null) return null;
  const found = (await ctx.once(integrationsOfTenant)).get(assertUuid(id, '/where/integration_id').toLowerCase());
  if (!found) throw notFound();
  return found;
}

async function marksOf(ctx: RequestContext, scanId: string) {
  const scan = await findScan(ctx, scanId);
  if (scan.status !== 'completed') return [];
  const marks = await scanMarks.all(ctx.em, { tenantId: ctx.viewer.tenantId, scanId: scan.id });
  // One that ended after a later scan of some of its integrations has been left out there.
  const stored = marks.reduce((sum, { findings }) => sum + findings, 0);
  if (marks.some(({ isWhole }) => !isWhole) || stored !== scan.progress.findings) {
    throw new AppError(
      'CONFLICT',
      'of this scan not every finding is stored: a later one of its integrations has them all',
    );
  }
  return marks;
}

/** Numbers of the rules that every condition on checks selects; null without one. */
async function checkNosOf(ctx: RequestContext, filter: FindingFilter): Promise<number[] | null> {
  const { checkId, framework: name, controlId, universalControl, ofFailedControl } = filter;
  if ([checkId, name, controlId, universalControl, ofFailedControl].every((each) => each == null)) return null;
  const leads = leadsTo(ctx, filter);
  const universalNo = universalControl == null ? null : universalControlNo(ctx, universalControl);
  const isOfFailed = ofFailedControl == null ? null : await isOfFailedControl(ctx);
  const rules = await ctx.once(rulesOfTenant);
  return rules
    .filter((rule) => checkId == null || namesRule(checkId, rule))
    .filter(leads)
    .filter((rule) => isOfFailed === null || isOfFailed(rule) === ofFailedControl)
    .filter(({ check }) => universalNo === null || check?.universalControls.some(({ no }) => no === universalNo))
    .map(({ checkNo }) => checkNo);
}

/**
 * Whether a rule leads to the control, or to one of the framework, that a filter names; true for every rule where it names none.
 * @throws {AppError} NOT_FOUND, FRAMEWORK_NOT_ACTIVE, VALIDATION_FAILED
 */
export function leadsTo(
  ctx: RequestContext,
  { framework: name, controlId }: Pick<FindingFilter, 'framework' | 'controlId'>,
): (rule: Pick<FindingRule, 'check' | 'controlNos'>) => boolean {
  if (name == null && controlId == null) return () => true;
  const framework = name == null ? null : findActiveFramework(ctx, name);
  const controls = controlId == null ? null : controlsNamed(ctx, controlId, framework?.slug ?? null);
  return (rule) => {
    const led = controlsOf(ctx, rule);
    return controls === null
      ? led.some((control) => control.framework.slug === framework?.slug)
      : led.some((control) => controls.includes(control));
  };
}

/** Whether the ids of a filter name a rule: by the id of its check, or by its own with or without the scanner. */
export function namesRule(ids: readonly string[], rule: Parameters<typeof checkIdOf>[0]): boolean {
  return ids.includes(checkIdOf(rule)) || ids.includes(`${rule.scanner}:${rule.ruleId}`) || ids.includes(rule.ruleId);
}

/** The controls that a code or a UUID names, of one framework where it is given. @throws {AppError} NOT_FOUND, VALIDATION_FAILED */
export function controlsNamed(ctx: RequestContext, name: string, slug: string | null): Control[] {
  const ofFramework = (control: Control) => slug === null || control.framework.slug === slug;
  if (isUuid(name)) return [findControl(ctx, name)].filter(ofFramework);
  const code = name.toLowerCase();
  const found = catalogueOf(ctx).controls.filter(
    (control) => control.controlId.toLowerCase() === code && isVisible(ctx, control) && ofFramework(control),
  );
  if (found.length === 0) throw AppError.invalid('/where/control_id', 'is no control of the active frameworks');
  return found;
}

function universalControlNo(ctx: RequestContext, name: string): number {
  const wanted = name.toLowerCase();
  const { universalControls } = catalogueOf(ctx);
  const found = universalControls.find(({ id, code }) => id === wanted || code.toLowerCase() === wanted);
  if (!found) throw AppError.invalid('/where/universal_control', 'is no universal control');
  return found.no;
}

/** @throws {AppError} VALIDATION_FAILED naming the field */
function assertUuid(value: string, field: string): string {
  if (!isUuid(value)) throw AppError.invalid(field, 'is not a UUID');
  return value;
}
