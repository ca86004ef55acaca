import { defineService } from '../aws-service.js';

const DETAILS = 'iam:GetAccountAuthorizationDetails';

/** Identity and Access Management. */
export const iam = defineService({
  service: 'iam',
  isGlobal: true,
  parts: {
    users: {
      resourceTypes: ['AwsIamUser', 'AwsIamRootUser', 'AwsIamGroup'],
      actions: [
        DETAILS,
        'iam:GenerateCredentialReport',
        'iam:GetCredentialReport',
        'iam:GenerateServiceLastAccessedDetails',
        'iam:GetServiceLastAccessedDetails',
      ],
    },
    policies: {
      resourceTypes: ['AwsIamPolicy', 'AwsIamRole'],
      actions: [DETAILS, 'iam:ListEntitiesForPolicy'],
    },
    passwordPolicy: { resourceTypes: ['AwsIamPasswordPolicy'], actions: ['iam:GetAccountPasswordPolicy'] },
    account: { resourceTypes: ['AwsIamAccount'], actions: ['iam:ListSAMLProviders'] },
    serverCertificates: { resourceTypes: ['AwsIamServerCertificate'], actions: ['iam:ListServerCertificates'] },
  },
  load: () => import('./iam-collect.js'),
});
