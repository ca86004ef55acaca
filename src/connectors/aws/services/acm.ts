import { defineService } from '../aws-service.js';

/** Certificate Manager. */
export const acm = defineService({
  service: 'acm',
  isGlobal: false,
  parts: {
    certificates: {
      resourceTypes: ['AwsCertificateManagerCertificate'],
      actions: ['acm:ListCertificates', 'acm:DescribeCertificate'],
    },
  },
  load: () => import('./acm-collect.js'),
});
