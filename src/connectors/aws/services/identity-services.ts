import type { AwsService } from '../aws-service.js';
import { accessanalyzer } from './accessanalyzer.js';
import { account } from './account.js';
import { appstream } from './appstream.js';
import { cloudformation } from './cloudformation.js';
import { codebuild } from './codebuild.js';
import { drs } from './drs.js';
import { iam } from './iam.js';
import { organizations } from './organizations.js';
import { resourceexplorer2 } from './resourceexplorer2.js';
import { ses } from './ses.js';
import { shield } from './shield.js';
import { ssm } from './ssm.js';
import { ssmincidents } from './ssmincidents.js';
import { workspaces } from './workspaces.js';

/** Identities and permissions, the account and its organization, and stand-alone services. */
export const IDENTITY_SERVICES: readonly AwsService[] = [
  iam,
  account,
  organizations,
  accessanalyzer,
  resourceexplorer2,
  ssm,
  ssmincidents,
  cloudformation,
  codebuild,
  ses,
  shield,
  drs,
  appstream,
  workspaces,
];
