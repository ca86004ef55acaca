import {
  ACMClient,
  DescribeCertificateCommand,
  KeyAlgorithm,
  paginateListCertificates,
  type CertificateDetail,
} from '@aws-sdk/client-acm';
import { DAY } from '../../../platform/clock.js';
import type { Resource } from '../../resource.js';
import { asCompleted } from '../merged.js';
import type { AwsScope } from '../aws-scope.js';

const PARALLEL_CERTIFICATES = 4;

/** Certificates with any kind of key: by default ACM lists only those with RSA keys of up to 2,048 bits. */
export async function* certificates(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(ACMClient);
  const results = asCompleted(arnsOf(client), PARALLEL_CERTIFICATES, async (arn) => {
    const answer = await scope.known(
      scope.optional(client.send(new DescribeCertificateCommand({ CertificateArn: arn })), [
        'ResourceNotFoundException',
      ]),
    );
    return { arn, certificate: answer?.Certificate };
  });
  for await (const { arn, certificate } of results) {
    if (!certificate) continue;
    yield scope.resource({
      type: 'AwsCertificateManagerCertificate',
      id: arn,
      name: certificate.DomainName ?? arn,
      properties: propertiesOf(certificate, scope.session.startedAt),
    });
  }
}

async function* arnsOf(client: ACMClient): AsyncGenerator<string> {
  const pages = paginateListCertificates({ client }, { Includes: { keyTypes: Object.values(KeyAlgorithm) } });
  for await (const { CertificateSummaryList: page = [] } of pages) {
    for (const { CertificateArn: arn } of page) if (arn !== undefined) yield arn;
  }
}

function propertiesOf(certificate: CertificateDetail, now: Date) {
  const { DomainName: domain = '', SubjectAlternativeNames: names = [], NotAfter: end } = certificate;
  return {
    domain_name: domain,
    other_names: names.filter((name) => name !== domain),
    status: certificate.Status ?? '',
    kind: certificate.Type ?? '',
    renewal: certificate.RenewalEligibility ?? 'INELIGIBLE',
    key_algorithm: certificate.KeyAlgorithm ?? '',
    in_use_by: certificate.InUseBy ?? [],
    days_to_expiry: end === undefined ? null : Math.floor((end.getTime() - now.getTime()) / DAY),
  };
}
