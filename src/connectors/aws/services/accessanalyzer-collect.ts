import {
  AccessAnalyzerClient,
  paginateListAnalyzers,
  paginateListFindingsV2,
  type AnalyzerSummary,
} from '@aws-sdk/client-accessanalyzer';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';

/** Limit up to which findings are counted. */
const FINDINGS_MAX = 1_000;

/** The region with its analyzers. */
export async function* analyzers(scope: AwsScope): AsyncGenerator<Resource> {
  const found: AnalyzerSummary[] = [];
  const pages = paginateListAnalyzers({ client: scope.client(AccessAnalyzerClient) }, {});
  for await (const { analyzers: page = [] } of pages) found.push(...page);
  yield scope.resource({
    type: 'AwsAccessAnalyzerRegion',
    id: `arn:${scope.session.partition}:access-analyzer:${scope.region}:${scope.account}:region`,
    name: scope.region,
    properties: {
      analyzers: found.map(({ name = '', type = '', status = '' }) => ({ name, type, status })),
    },
  });
  for (const analyzer of found) {
    const { arn = '', name = '', type = '', status = '', tags = {} } = analyzer;
    const active_findings = status === 'ACTIVE' ? await scope.known(countFindings(scope, analyzer)) : null;
    const properties = { type, status, active_findings, tags };
    yield scope.resource({ type: 'AwsAccessAnalyzerAnalyzer', id: arn, name, properties });
  }
}

async function countFindings(scope: AwsScope, { arn }: AnalyzerSummary): Promise<number> {
  const pages = paginateListFindingsV2(
    { client: scope.client(AccessAnalyzerClient), pageSize: 100 },
    { analyzerArn: arn, filter: { status: { eq: ['ACTIVE'] } } },
  );
  let count = 0;
  for await (const { findings = [] } of pages) {
    count += findings.length;
    if (count >= FINDINGS_MAX) return FINDINGS_MAX;
  }
  return count;
}
