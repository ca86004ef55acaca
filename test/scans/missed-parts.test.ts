import { expect, it } from 'vitest';
import { IntegrationEvaluator } from '../../src/modules/scans/integration-evaluator.js';
import { shippedEngine } from '../connectors/engine.js';

it('gaps of the same types and properties are listed up to 200, the last of which says that there are more', () => {
  const evaluator = new IntegrationEvaluator(shippedEngine());
  const gap = (type: string, index: number) => ({
    resourceTypes: [type],
    region: null,
    account: `account ${index}`,
    reason: `Part ${index} could not be read.`,
  });
  for (let index = 0; index < 1_000; index += 1) evaluator.missed(gap('AwsS3Bucket', index));
  evaluator.missed(gap('AwsIamUser', 0));
  const gaps = evaluator.gaps();
  const ofBuckets = gaps.filter(({ resourceTypes }) => resourceTypes[0] === 'AwsS3Bucket');
  expect(ofBuckets).toHaveLength(200);
  expect(ofBuckets.at(-1)).toMatchObject({
    account: null,
    reason: 'There are more gaps of this kind than are listed.',
  });
  expect(gaps.filter(({ resourceTypes }) => resourceTypes[0] === 'AwsIamUser')).toHaveLength(1);
});
