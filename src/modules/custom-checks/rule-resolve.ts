import type { RequestContext } from '../../context.js';
import type { Scanner } from '../../connectors/finding.js';
import type { EntityManager } from '../../platform/database/database.js';
import type { Check } from '../catalogue/catalogue.js';
import { catalogueOf } from '../catalogue/visibility.js';
import { readCustomChecks } from './custom-check.read.js';
import { catalogueCheckOf, deletedCheck, isCustomRule, ruleIdOf } from './custom-check.rules.js';

/** A rule as results name it. */
export interface NamedRule {
  scanner: Scanner;
  ruleId: string;
  title: string;
}

/**
 * Resolves the rules of stored results to checks: `Catalogue.resolveRule`, and the tenant's custom checks, deleted ones too. The
 * custom checks are read, in one statement, where one of `rules` is theirs.
 */
export async function ruleResolver(
  ctx: RequestContext,
  rules: Iterable<NamedRule>,
  em: EntityManager = ctx.em,
): Promise<(rule: NamedRule) => Check | null> {
  const hasCustom = [...rules].some(isCustom);
  const custom = hasCustom ? await readCustom(ctx, em) : new Map<string, Check>();
  return (rule) =>
    isCustom(rule)
      ? (custom.get(rule.ruleId) ?? deletedCheck(rule.ruleId, rule.title))
      : catalogueOf(ctx).resolveRule(rule.scanner, rule.ruleId);
}

function isCustom({ scanner, ruleId }: NamedRule): boolean {
  return scanner === 'crosswalk' && isCustomRule(ruleId);
}

async function readCustom(ctx: RequestContext, em: EntityManager): Promise<Map<string, Check>> {
  const found = await readCustomChecks(ctx, em);
  return new Map(found.map((each) => [ruleIdOf(each), catalogueCheckOf(each, catalogueOf(ctx))]));
}
