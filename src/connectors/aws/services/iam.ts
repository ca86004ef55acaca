import { defineService } from '../aws-service.js';

const DETAILS = 'iam:GetAccountAuthorizationDetails';
const CREDENTIAL_REPORT = ['iam:GenerateCredentialReport', 'iam:GetCredentialReport'];

/** Identity and Access Management. */
export const iam = defineService({
  service: 'iam',
  isGlobal: true,
  parts: {
    users: {
      resourceTypes: ['AwsIamUser', 'AwsIamRootUser', 'AwsIamGroup'],
      actions: [
        DETAILS,
        ...CREDENTIAL_REPORT,
        'iam:GenerateServiceLastAccessedDetails',
        'iam:GetServiceLastAccessedDetails',
      ],
    },
    policies: {
      resourceTypes: ['AwsIamPolicy', 'AwsIamRole'],
      actions: [DETAILS, 'iam:ListEntitiesForPolicy'],
    },
    passwordPolicy: {
      resourceTypes: ['AwsIamPasswordPolicy'],
      actions: ['iam:GetAccountPasswordPolicy', ...CREDENTIAL_REPORT],
    },
    account: { resourceTypes: ['AwsIamAccount'], actions: ['iam:ListSAMLProviders'] },
    serverCertificates: { resourceTypes: ['AwsIamServerCertificate'], actions: ['iam:ListServerCertificates'] },
  },
  load: () => import('./iam-collect.js'),
});
