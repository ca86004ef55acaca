import { rankGaps } from '../gap.rules.js';
import type { ReportFacts } from '../report-facts.js';
import { reportWords } from '../report-words.rules.js';
import { commonContent, type ContentOptions } from './common.rules.js';
import { complianceSummary } from './compliance-summary.rules.js';
import type { ReportContent } from './content.type.js';
import { evidenceCollection } from './evidence-collection.rules.js';
import { executiveSummary } from './executive-summary.rules.js';
import { gapAnalysis } from './gap-analysis.rules.js';
import { statementOfApplicability } from './statement-of-applicability.rules.js';

/** Content of a report of one type, equal in all formats. Its sentences are in the language, its codes and moments as the interface spells them. */
export function contentOf(facts: ReportFacts, options: ContentOptions): ReportContent {
  const { language } = options;
  const words = { ...reportWords(language), content: (english: string) => facts.translate(english, language) };
  const gaps = rankGaps(words, facts);
  const common = commonContent(words, facts, { ...options, gaps });
  switch (options.type) {
    case 'compliance_summary':
      return { ...common, compliance_summary: complianceSummary(words, facts) };
    case 'gap_analysis':
      return { ...common, gap_analysis: gapAnalysis(words, gaps) };
    case 'executive_summary':
      return { ...common, executive_summary: executiveSummary(words, facts, gaps) };
    case 'evidence_collection':
      return { ...common, evidence_collection: evidenceCollection(words, facts) };
    case 'statement_of_applicability':
      return { ...common, statement_of_applicability: statementOfApplicability(words, facts) };
  }
}
