import { rankGaps } from '../gap.rules.js';
import type { ReportFacts } from '../report-facts.js';
import type { ReportTypeName } from '../report-kinds.js';
import { commonContent } from './common.rules.js';
import { complianceSummary } from './compliance-summary.rules.js';
import type { ReportContent } from './content.type.js';
import { evidenceCollection } from './evidence-collection.rules.js';
import { executiveSummary } from './executive-summary.rules.js';
import { gapAnalysis } from './gap-analysis.rules.js';
import { statementOfApplicability } from './statement-of-applicability.rules.js';

/** Content of a report of one type, equal in all formats. */
export function contentOf(facts: ReportFacts, options: { type: ReportTypeName; publicUrl: string }): ReportContent {
  const gaps = rankGaps(facts);
  const common = commonContent(facts, gaps, options);
  switch (options.type) {
    case 'compliance_summary':
      return { ...common, compliance_summary: complianceSummary(facts) };
    case 'gap_analysis':
      return { ...common, gap_analysis: gapAnalysis(gaps) };
    case 'executive_summary':
      return { ...common, executive_summary: executiveSummary(facts, gaps) };
    case 'evidence_collection':
      return { ...common, evidence_collection: evidenceCollection(facts) };
    case 'statement_of_applicability':
      return { ...common, statement_of_applicability: statementOfApplicability(facts) };
  }
}
