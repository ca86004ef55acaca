import type { RequestContext } from '../../context.js';
import type { Domain } from '../catalogue/catalogue.js';
import { scoreOf } from '../posture/score.rules.js';
import { assessmentLoader } from './assessment.loader.js';

/** Counts of the assessments of a domain. Source: schema/contract/ucf.md, "UCF domain". */
export interface DomainSummary {
  assessedCount: number;
  compliantCount: number;
  /** 100 × compliant / universal controls, one decimal. */
  score: number;
  /** Counts only those whose assessment says what it rests on. */
  assuredScore: number;
}

/** Counts the assessments in force of a domain; automatic results do not count. */
export async function summarizeDomain(ctx: RequestContext, domain: Domain): Promise<DomainSummary> {
  const loader = ctx.once(assessmentLoader);
  const assessments = await Promise.all(domain.universalControls.map(({ no }) => loader.load(no)));
  const statuses = assessments.map((assessment) => assessment?.status ?? 'not_assessed');
  const compliantCount = statuses.filter((status) => status === 'compliant').length;
  const assured = assessments.filter((assessment) => assessment?.status === 'compliant' && assessment.isSupported);
  return {
    assessedCount: statuses.filter((status) => status !== 'not_assessed').length,
    compliantCount,
    score: scoreOf(compliantCount, domain.universalControls.length),
    assuredScore: scoreOf(assured.length, domain.universalControls.length),
  };
}
