import type { AwsService } from '../aws-service.js';
import { acm } from './acm.js';
import { backup, backupAccount } from './backup.js';
import { cloudtrail } from './cloudtrail.js';
import { cloudwatch, cloudwatchAccount } from './cloudwatch.js';
import { config, configAccount } from './config.js';
import { dynamodb } from './dynamodb.js';
import { efs } from './efs.js';
import { guardduty } from './guardduty.js';
import { inspector2 } from './inspector2.js';
import { kms } from './kms.js';
import { macie } from './macie.js';
import { rds } from './rds.js';
import { s3 } from './s3.js';
import { secretsmanager } from './secretsmanager.js';
import { securityhub } from './securityhub.js';

/** Logging, monitoring, keys and data stores. */
export const DATA_SERVICES: readonly AwsService[] = [
  acm,
  backup,
  backupAccount,
  cloudtrail,
  cloudwatch,
  cloudwatchAccount,
  config,
  configAccount,
  dynamodb,
  efs,
  guardduty,
  inspector2,
  kms,
  macie,
  rds,
  s3,
  secretsmanager,
  securityhub,
];
