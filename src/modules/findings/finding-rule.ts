import type { Scanner, Severity } from '../../connectors/finding.js';
import type { RequestContext } from '../../context.js';
import type { Check, Control } from '../catalogue/catalogue.js';
import { faultOf } from '../catalogue/fault.rules.js';
import { catalogueOf, isVisible } from '../catalogue/visibility.js';
import { ruleResolver } from '../custom-checks/rule-resolve.js';
import { findingRules } from './finding.sql.js';
import type { CheckType } from './finding.type.js';

/** The rule behind findings, as scans store it. */
export interface StoredRule {
  checkNo: number;
  scanner: Scanner;
  ruleId: string;
  title: string;
  severity: Severity;
  /** Of a rule that is not known: what its findings name. */
  controlNos: readonly number[];
}

/** A rule with the check that it is; null where neither the catalogue nor the tenant knows it. */
export interface FindingRule extends StoredRule {
  check: Check | null;
}

/** The id by which clients name a check: that of the catalogue or of a custom check; `scanner:rule` where neither knows the rule. */
export function checkIdOf({ check, scanner, ruleId }: Pick<FindingRule, 'check' | 'scanner' | 'ruleId'>): string {
  return check?.id ?? `${scanner}:${ruleId}`;
}

/** The controls of active frameworks that a rule leads to, in the order of the catalogue. */
export function controlsOf(
  ctx: RequestContext,
  { check, controlNos }: Pick<FindingRule, 'check' | 'controlNos'>,
): Control[] {
  const nos = new Set(check ? check.controls.map(({ no }) => no) : controlNos);
  if (nos.size === 0) return [];
  return catalogueOf(ctx).controls.filter((control) => nos.has(control.no) && isVisible(ctx, control));
}

/** For `ctx.once`: every rule of which the tenant has or had a finding, in two statements. */
export async function rulesOfTenant(ctx: RequestContext): Promise<FindingRule[]> {
  const stored = await findingRules.all(ctx.em, { tenantId: ctx.viewer.tenantId });
  const resolve = await ruleResolver(ctx, stored);
  return stored.map((rule) => ({ ...rule, check: resolve(rule) }));
}

/** The words by which people search for a rule: what is wanted, and what is wrong where it fails. */
export function wordsOf({ check, title }: Pick<FindingRule, 'check' | 'title'>): string[] {
  return [check?.title ?? title, check?.fault ?? []].flat();
}

/** What is wrong where findings of a rule fail; by the given title where nothing of the rule is stored. */
export function faultOfRule(rule: Pick<FindingRule, 'check' | 'title'> | undefined, title: string): string {
  return faultOf(rule?.check ?? null, { title: rule?.title ?? title, ruleCount: 1 });
}

/** A rule as a check: by the catalogue where it knows it. */
export function checkOf(rule: FindingRule): CheckType {
  const { check, title, severity } = rule;
  return {
    id: checkIdOf(rule),
    title: check?.title ?? title,
    fault: check?.fault ?? check?.title ?? title,
    severity: check?.severity ?? severity,
    isKnown: check !== null,
  };
}
