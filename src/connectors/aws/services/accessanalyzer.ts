import { defineService } from '../aws-service.js';

/** IAM Access Analyzer. */
export const accessanalyzer = defineService({
  service: 'accessanalyzer',
  isGlobal: false,
  parts: {
    analyzers: {
      resourceTypes: ['AwsAccessAnalyzerRegion', 'AwsAccessAnalyzerAnalyzer'],
      actions: ['access-analyzer:ListAnalyzers', 'access-analyzer:ListFindingsV2', 'access-analyzer:ListFindings'],
    },
  },
  load: () => import('./accessanalyzer-collect.js'),
});
