import type { RequestContext } from '../../context.js';
import { query } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { Control, Framework } from '../catalogue/catalogue.js';
import { findControl, visibleFrameworks } from '../catalogue/visibility.js';
import { universalControlFactsLoader } from '../derivation/derivation.loader.js';
import { derivationOf, NOTHING_KNOWN } from '../derivation/derivation.rules.js';
import { namesOf } from '../evidence/artifact-names.rules.js';
import { faultOfRule, rulesOfTenant } from '../findings/finding-rule.js';
import { ledgerLoader } from '../posture/ledger.loader.js';
import { postureAt } from '../posture/posture-at.js';
import type { Posture } from '../posture/posture.js';
import { assessmentsAt } from '../reports/report-evidence.sql.js';
import { exceptionsAt } from '../reports/report-exceptions.sql.js';
import { excludingDecision } from '../scope/scope.rules.js';
import { scopeDecisionsAt } from '../scope/scope.sql.js';
import { momentOf } from './auditor-link.rules.js';
import { auditedEvidence, auditedReports } from './auditor-link.sql.js';
import { grantOf } from './auditor-view.js';

export const REPORTS_LISTED = 100;
export const EVIDENCE_LISTED = 200;
/** Report types that an auditor's link shows: those about one framework alone. Others name scores or controls of further ones. */
const REPORT_TYPES = ['compliance_summary', 'evidence_collection', 'statement_of_applicability'];

/** The framework of the link. @throws {AppError} FRAMEWORK_NOT_ACTIVE where the organization has given it up */
function frameworkOf(ctx: RequestContext): Framework {
  const [framework] = visibleFrameworks(ctx);
  if (!framework) throw new AppError('FRAMEWORK_NOT_ACTIVE', 'the framework of this link is not active any more');
  return framework;
}

function momentOfView(ctx: RequestContext) {
  return momentOf(grantOf(ctx), ctx.clock.now());
}

/** The posture of the moment; of now that which was read with the caller. */
function postureOfView(ctx: RequestContext): Promise<Posture> {
  const { at, isNow } = momentOfView(ctx);
  return postureAt(ctx, isNow ? null : at);
}

/** What the link shows of its framework. */
export async function readAuditedFramework(ctx: RequestContext) {
  const { id, label, from, to } = grantOf(ctx);
  const { tenantId } = ctx.viewer;
  const framework = frameworkOf(ctx);
  const { at } = momentOfView(ctx);
  const { controls, slug, name, version } = framework;
  const posture = await postureOfView(ctx);
  const about = await query(ctx.em)
    .selectFrom('tenants')
    .innerJoin('auditor_links', 'auditor_links.tenant_id', 'tenants.id')
    .select(['tenants.name as organization', 'auditor_links.expires_at as expiresAt'])
    .select((eb) =>
      eb
        .selectFrom('status_ledger')
        .select((of) => of.fn.min('changed_at').as('at'))
        .where('tenant_id', '=', tenantId)
        .as('recordedFrom'),
    )
    .where('tenants.id', '=', tenantId)
    .where('auditor_links.id', '=', id)
    .executeTakeFirstOrThrow();
  const exceptions = await exceptionsAt.all(ctx.em, { tenantId, until: at, controls, asOf: at });
  const rules = exceptions.length === 0 ? [] : await ctx.once(rulesOfTenant);
  const decisions = await scopeDecisionsAt.all(ctx.em, { tenantId, slug, at });
  const codes = new Map(controls.map(({ no, controlId }) => [no, controlId]));
  return {
    ...{ ...about, label, framework: name, version, from, to, asOf: at },
    controls: controls.map((control) => shown(control, posture)),
    exceptions: exceptions.map(({ controlNos, ...exception }) => {
      const rule = rules.find(({ scanner, ruleId }) => scanner === exception.scanner && ruleId === exception.ruleId);
      return {
        ...exception,
        fault: faultOfRule(rule, exception.title),
        severity: rule ? (rule.check?.severity ?? rule.severity) : null,
        controlCodes: controlNos.flatMap((no) => codes.get(no) ?? []),
      };
    }),
    scopeDecisions: decisions.map(({ controlNo, ...decision }) => ({
      ...decision,
      controlCode: controlNo === null ? null : (codes.get(controlNo) ?? null),
    })),
    reports: await readAuditedReports(ctx),
  };
}

function shown(control: Control, posture: Posture) {
  const { id, controlId, title, category } = control;
  return {
    ...{ id, controlId, title, category, status: posture.statusOf(control) },
    ...{ assurance: posture.assuranceOf(control), isDisputed: posture.isDisputed(control) },
  };
}

/** Reports of the framework on a moment in the period. */
export function readAuditedReports(ctx: RequestContext) {
  const { from, to } = grantOf(ctx);
  return auditedReports.all(ctx.em, {
    ...{ tenantId: ctx.viewer.tenantId, slug: frameworkOf(ctx).slug, types: REPORT_TYPES, from, to },
    ...{ now: ctx.clock.now(), limit: REPORTS_LISTED },
  });
}

/** A control of the framework with what is behind it. @throws {AppError} NOT_FOUND, also for one of another framework */
export async function readAuditedControl(ctx: RequestContext, id: string) {
  const control = auditedControl(ctx, id);
  const { from, to } = grantOf(ctx);
  const { at, isNow } = momentOfView(ctx);
  const history = await ctx.once(ledgerLoader).load(control.no);
  return {
    ...shown(control, await postureOfView(ctx)),
    description: control.description,
    derivation: isNow ? await readDerivation(ctx, control) : null,
    assessments: await readAssessments(ctx, control, at),
    changes: history.filter(({ changedAt }) => changedAt >= from && changedAt <= to),
    evidence: await readAuditedEvidence(ctx, control),
  };
}

/** @throws {AppError} NOT_FOUND */
export function auditedControl(ctx: RequestContext, id: string): Control {
  const control = findControl(ctx, id);
  if (control.framework.slug !== grantOf(ctx).framework || !control.isCurrent) throw notFound();
  return control;
}

async function readDerivation(ctx: RequestContext, control: Control) {
  const { tenantId } = ctx.viewer;
  const loader = ctx.once(universalControlFactsLoader);
  const facts = new Map(
    await Promise.all(
      control.mappings.map(async ({ universalControl: { no } }) => [no, await loader.load(no)] as const),
    ),
  );
  const decisions = await scopeDecisionsAt.all(ctx.em, {
    ...{ tenantId, slug: control.framework.slug, at: ctx.clock.now() },
  });
  const { decidedBy, mappings, missing } = derivationOf(control, {
    factsOf: (no) => facts.get(no) ?? NOTHING_KNOWN,
    isInScope: !excludingDecision(control, decisions),
  });
  return {
    decidedBy,
    mappings: mappings.map(({ mapping: { universalControl, relationship }, state, isTested, elements }) => ({
      ...{ universalControl: universalControl.code, title: universalControl.title },
      ...{ relationship, state, isTested, elements },
    })),
    missing: missing.map(({ text }) => text),
  };
}

async function readAssessments(ctx: RequestContext, { mappings }: Control, at: Date) {
  const codes = new Map(mappings.map(({ universalControl: { no, code } }) => [no, code]));
  const found = await assessmentsAt.all(ctx.em, {
    ...{ tenantId: ctx.viewer.tenantId, until: at, asOf: at, universalNos: [...codes.keys()] },
  });
  return found.map(({ universalNo, details, evidence, withdrawnEvidence, ...assessment }) => ({
    ...assessment,
    note: details,
    files: evidence - withdrawnEvidence,
    universalControl: codes.get(universalNo) ?? '',
  }));
}

/** Evidence of a control that was collected in the period. */
export async function readAuditedEvidence(ctx: RequestContext, control: Control) {
  const { from, to } = grantOf(ctx);
  const found = await auditedEvidence.all(ctx.em, {
    ...{ tenantId: ctx.viewer.tenantId, controlNo: control.no, from, to, limit: EVIDENCE_LISTED },
  });
  return found.map(({ isPart, ...evidence }) => ({ ...evidence, ...(isPart ? namesOf(control) : {}) }));
}
