import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load } from 'js-yaml';
import { z } from 'zod';
import { AWS_SERVICES } from '../../../src/connectors/aws/aws-services.js';
import type { Finding } from '../../../src/connectors/finding.js';
import { shippedCheckIds, shippedEngine } from '../engine.js';
import { IntegrationEvaluator } from '../../../src/modules/scans/integration-evaluator.js';
import { SOURCE_ROOT } from '../../../src/platform/source-root.js';
import { collectAws, misshapen, type CollectedAws } from './collect-aws.js';
import { RecordedAws } from './recorded-aws.js';

const VerdictFile = z.array(
  z.strictObject({
    check: z.string(),
    verdicts: z.array(
      z.strictObject({
        resource: z.string(),
        /** Of the scanner. */
        verdict: z.enum(['pass', 'fail']),
        /** Why we have none. */
        left_out: z.string().optional(),
        /** Why ours is the other one. */
        differs: z.string().optional(),
      }),
    ),
  }),
);
const FILE = join(SOURCE_ROOT, '../test/connectors/aws/independent-verdicts.yaml');
const CHECKS = VerdictFile.parse(load(readFileSync(FILE, 'utf8')));

const OTHER = { pass: 'fail', fail: 'pass' };

/** Services of which the account was recorded. */
const SERVICES = /^(iam|cloudtrail|cloudwatch.*|config.*|guardduty|kms|rds|s3|securityhub|ec2|vpc)$/;

describe('an account that an independent scanner has scanned', () => {
  let aws: RecordedAws;
  let collected: CollectedAws;
  let findings: Finding[];
  let partial: string[];

  beforeAll(async () => {
    aws = await RecordedAws.start('accounts/acme');
    collected = await collectAws(aws, {
      collectors: AWS_SERVICES.filter(({ service }) => SERVICES.test(service)),
      config: {
        access_key_id: 'AKIARECORDED00000001',
        secret_access_key: 'recorded-secret-access-key',
        regions: ['us-east-1'],
      },
    });
    ({ findings, partial } = evaluated(collected));
  });
  afterAll(async () => {
    await aws.stop();
  });

  it('is collected completely without a gap', () => {
    expect(aws.unanswered).toEqual([]);
    expect(collected.gaps).toEqual([]);
    expect(misshapen(collected.resources)).toEqual([]);
  });

  it('has verdicts of the scanner only on shipped checks', () => {
    expect(shippedCheckIds('aws.')).toEqual(expect.arrayContaining(CHECKS.map(({ check }) => check)));
    expect(CHECKS.flatMap(({ verdicts }) => verdicts).some((each) => each.left_out === undefined)).toBe(true);
  });

  it.each(CHECKS)("$check has the scanner's verdicts on the same resources", ({ check, verdicts }) => {
    const expected = verdicts
      .filter((each) => each.left_out === undefined)
      .map(({ resource, verdict, differs }) => `${resource} ${differs === undefined ? verdict : OTHER[verdict]}`);
    const given = findings
      .filter((finding) => finding.check.ruleId === check)
      .map(({ resource, status }) => `${resource?.id ?? ''} ${status}`);
    expect(given.sort()).toEqual(expected.sort());
    expect(partial).not.toContain(check);
  });
});

/** Findings of every check on a collection, and the checks with gaps. */
function evaluated({ resources, gaps }: CollectedAws): { findings: Finding[]; partial: string[] } {
  const evaluator = new IntegrationEvaluator(shippedEngine());
  const found = resources.flatMap((resource) => evaluator.evaluate(resource, '2026-11-20T12:00:00.000Z'));
  for (const gap of gaps) evaluator.missed(gap);
  return { findings: found, partial: [...evaluator.withheld().keys()] };
}
