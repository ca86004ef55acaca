import { describe, expect, it } from 'vitest';
import {
  providersOf,
  readNames,
  readOf,
  serviceOf,
} from '../../src/dashboard/app/pages/integrations/services.rules.js';
import { shippedContent } from '../catalogue/shipped.js';

/** Providers as the content names them. */
const PROVIDERS: Record<string, string> = {
  aws: 'AWS',
  azure: 'Azure',
  gcp: 'Google Cloud',
  github: 'GitHub',
  kubernetes: 'Kubernetes',
  m365: 'Microsoft 365',
  okta: 'Okta',
  postgresql: 'PostgreSQL',
};

describe('the service of a type of resources', () => {
  it('is named of every type that scans read, under its provider', () => {
    const wrong = shippedContent().resourceFiles.flatMap(({ provider, resources }) =>
      resources.flatMap(({ type }) => (serviceOf(type)?.provider === PROVIDERS[provider] ? [] : [type])),
    );
    expect(wrong).toEqual([]);
  });

  it('is unknown of a type of a report', () => {
    expect(serviceOf('Thing')).toBeNull();
  });
});

describe('what a scan read of an integration', () => {
  const type = (resourceType: string, resources: number | null) => ({ resourceType, resources });

  it('is its services, those with most resources first, also what it found none of', () => {
    const types = [type('AwsS3Bucket', 2), type('AwsIamUser', 1), type('AwsIamRole', 3), type('AwsEfsFileSystem', 0)];
    expect(readNames(types)).toEqual(['IAM', 'S3', 'EFS']);
  });

  it('is the providers where there are several', () => {
    expect(readNames([type('Pod', 2), type('AwsS3Bucket', 9), type('ConfigMap', null)])).toEqual(['AWS', 'Kubernetes']);
  });

  it('is that of the last scan that looked at it', () => {
    const scan = (integrationIds: string[], resources: number) => ({
      integrationIds,
      resourceTypes: integrationIds.map((integrationId) => ({ integrationId, ...type('Pod', resources) })),
    });
    const scans = [scan(['other'], 1), scan(['one', 'other'], 2), scan(['one'], 3)];
    expect(readOf(scans, 'one')).toEqual([{ integrationId: 'one', resourceType: 'Pod', resources: 2 }]);
    expect(readOf(scans, 'none')).toEqual([]);
  });
});

describe('what was read by provider', () => {
  it('has its services with a resource, its resources and its checks on hold, most resources first', () => {
    const types = [
      { resourceType: 'OktaPasswordPolicy', resources: 2 },
      { resourceType: 'AwsS3Bucket', resources: 3 },
      { resourceType: 'AwsIamUser', resources: 4 },
      { resourceType: 'AwsKmsKey', resources: 0 },
      { resourceType: 'Unknown', resources: 9 },
    ];
    expect(providersOf(types, ['aws.iam.user-mfa', 'github.org.mfa'])).toEqual([
      { provider: 'AWS', services: ['IAM', 'S3'], resources: 7, onHold: 1 },
      { provider: 'Okta', services: ['Policies'], resources: 2, onHold: 0 },
    ]);
  });
});
