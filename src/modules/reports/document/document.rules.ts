import type { ReportContent } from '../content/content.type.js';
import { reportWords } from '../report-words.rules.js';
import { complianceSummaryDocument } from './compliance-summary.rules.js';
import type { ReportDocument } from './document.js';
import { evidenceCollectionDocument } from './evidence-collection.rules.js';
import { executiveSummaryDocument } from './executive-summary.rules.js';
import { gapAnalysisDocument } from './gap-analysis.rules.js';
import { statementOfApplicabilityDocument } from './statement-of-applicability.rules.js';

/** Renders the content of a report as a document without layout, in the language of the content. */
export function documentOf(content: ReportContent): ReportDocument {
  const words = reportWords(content.metadata.language);
  if ('compliance_summary' in content) return complianceSummaryDocument(words, content, content.compliance_summary);
  if ('gap_analysis' in content) return gapAnalysisDocument(words, content, content.gap_analysis);
  if ('executive_summary' in content) return executiveSummaryDocument(words, content, content.executive_summary);
  if ('evidence_collection' in content) return evidenceCollectionDocument(words, content, content.evidence_collection);
  return statementOfApplicabilityDocument(words, content, content.statement_of_applicability);
}
