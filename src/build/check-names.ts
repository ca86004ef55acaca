import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { problemsOfNames } from './file-names.ts';

/** Files that are not renamed yet. Only lines may go; when the last has gone, so does this list. */
const NOT_RENAMED = new Set([
  'src/dashboard/app/pages/audit/audit.search.ts',
  'src/dashboard/app/pages/controls/controls.search.ts',
  'src/dashboard/app/pages/evidence/evidence.search.ts',
  'src/dashboard/app/pages/integrations/integrations.search.ts',
  'src/dashboard/app/pages/mapping/mapping.search.ts',
  'src/dashboard/app/pages/posture/posture.search.ts',
  'src/dashboard/app/pages/register/register.search.ts',
  'src/dashboard/app/pages/remediation/remediation.search.ts',
  'src/dashboard/app/pages/reports/reports.search.ts',
  'src/dashboard/app/pages/scans/scans.search.ts',
  'src/dashboard/app/pages/webhooks/webhooks.search.ts',
  'src/modules/evidence/evidence.objects.ts',
  'src/modules/evidence/evidence.store.ts',
  'src/modules/ucf/assessment.preview.ts',
  'src/modules/ucf/assessment.preview.type.ts',
  'test/access/isolation.filter-off.test.ts',
  'test/access/isolation.policies-off.test.ts',
  'test/access/isolation.subscriptions.ts',
  'test/access/roles.graphql.test.ts',
  'test/access/verdicts.graphql.ts',
  'test/access/verdicts.rest.ts',
  'test/auth/login.edges.test.ts',
  'test/cli/demo.screen.test.ts',
  'test/contract/openapi.complete.test.ts',
  'test/evidence/evidence.download.test.ts',
  'test/evidence/evidence.process.test.ts',
  'test/evidence/evidence.upload-refused.test.ts',
  'test/evidence/evidence.upload.test.ts',
  'test/organizations/frameworks.decided.test.ts',
  'test/organizations/organization.update.test.ts',
  'test/storage/object-store.suite.ts',
  'test/ucf/assessment.propagation.test.ts',
]);

/**
 * Fails, naming each file, where the name of a source file or a test has an unknown role. Looks at the files that are given,
 * without any at all of them.
 */
const cwd = fileURLToPath(new URL('../..', import.meta.url));
const given = process.argv.slice(2);
const all = () => globSync('{src,test}/**/*.{ts,tsx}', { cwd, exclude: ['**/node_modules'] }).toSorted();
const problems = problemsOfNames(given.length > 0 ? given : all()).filter(
  (problem) => !NOT_RENAMED.has(problem.slice(0, problem.indexOf(':'))),
);
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}
