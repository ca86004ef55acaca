import type { RequestContext } from '../../context.js';
import type { Scanner } from '../../connectors/finding.js';
import type { EntityManager } from '../../platform/database/database.js';
import type { Check } from '../catalogue/catalogue.js';
import { catalogueOf } from '../catalogue/visibility.js';
import { readCustomChecks } from './custom-check.read.js';
import { catalogueCheckOf, forgottenCheck, isOwnRule, ruleIdOf } from './custom-check.rules.js';

/** A rule as results name it. */
export interface NamedRule {
  scanner: Scanner;
  ruleId: string;
  title: string;
}

/**
 * How rules of stored results lead to checks: `Catalogue.resolveRule`, and the tenant's own, also those that are deleted.
 * They are read, in one statement, where one of `rules` is of that kind.
 */
export async function ruleResolver(
  ctx: RequestContext,
  rules: Iterable<NamedRule>,
  em: EntityManager = ctx.em,
): Promise<(rule: NamedRule) => Check | null> {
  const hasOwn = [...rules].some(isOwn);
  const own = hasOwn ? await readOwn(ctx, em) : new Map<string, Check>();
  return (rule) =>
    isOwn(rule)
      ? (own.get(rule.ruleId) ?? forgottenCheck(rule.ruleId, rule.title))
      : catalogueOf(ctx).resolveRule(rule.scanner, rule.ruleId);
}

function isOwn({ scanner, ruleId }: NamedRule): boolean {
  return scanner === 'crosswalk' && isOwnRule(ruleId);
}

async function readOwn(ctx: RequestContext, em: EntityManager): Promise<Map<string, Check>> {
  const found = await readCustomChecks(ctx, em);
  return new Map(found.map((each) => [ruleIdOf(each), catalogueCheckOf(each, catalogueOf(ctx))]));
}
