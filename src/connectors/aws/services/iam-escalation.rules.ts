import { matchesAny, type Statement } from '../policy-document.rules.js';

/**
 * Sets of actions that together allow privilege escalation. Sources:
 * Rhino Security Labs' study of 2018, and later publications.
 */
const PATHS: readonly (readonly string[])[] = [
  ['iam:CreatePolicyVersion'],
  ['iam:SetDefaultPolicyVersion'],
  ['iam:CreateAccessKey'],
  ['iam:CreateLoginProfile'],
  ['iam:UpdateLoginProfile'],
  ['iam:AttachUserPolicy'],
  ['iam:AttachGroupPolicy'],
  ['iam:AttachRolePolicy', 'sts:AssumeRole'],
  ['iam:PutUserPolicy'],
  ['iam:PutGroupPolicy'],
  ['iam:PutRolePolicy', 'sts:AssumeRole'],
  ['iam:AddUserToGroup'],
  ['iam:UpdateAssumeRolePolicy', 'sts:AssumeRole'],
  ['iam:PassRole', 'ec2:RunInstances'],
  ['iam:PassRole', 'ec2:RequestSpotInstances'],
  ['iam:PassRole', 'autoscaling:CreateLaunchConfiguration', 'autoscaling:CreateAutoScalingGroup'],
  ['iam:PassRole', 'lambda:CreateFunction', 'lambda:InvokeFunction'],
  ['iam:PassRole', 'lambda:CreateFunction', 'lambda:AddPermission'],
  ['iam:PassRole', 'lambda:CreateFunction', 'lambda:CreateEventSourceMapping'],
  ['iam:PassRole', 'ecs:RegisterTaskDefinition', 'ecs:RunTask'],
  ['iam:PassRole', 'ecs:RegisterTaskDefinition', 'ecs:StartTask'],
  ['iam:PassRole', 'ecs:RegisterTaskDefinition', 'ecs:CreateService'],
  ['iam:PassRole', 'glue:CreateDevEndpoint'],
  ['iam:PassRole', 'glue:CreateJob', 'glue:StartJobRun'],
  ['iam:PassRole', 'cloudformation:CreateStack'],
  ['iam:PassRole', 'cloudformation:CreateStackSet', 'cloudformation:CreateStackInstances'],
  ['iam:PassRole', 'codebuild:CreateProject', 'codebuild:StartBuild'],
  [
    'iam:PassRole',
    'datapipeline:CreatePipeline',
    'datapipeline:PutPipelineDefinition',
    'datapipeline:ActivatePipeline',
  ],
  ['iam:PassRole', 'sagemaker:CreateNotebookInstance', 'sagemaker:CreatePresignedNotebookInstanceUrl'],
  ['iam:PassRole', 'sagemaker:CreateProcessingJob'],
  ['iam:PassRole', 'sagemaker:CreateTrainingJob'],
  ['iam:PassRole', 'states:CreateStateMachine', 'states:StartExecution'],
  ['iam:PassRole', 'ssm:StartAutomationExecution'],
  ['iam:PassRole', 'apprunner:CreateService'],
  ['iam:PassRole', 'bedrock-agentcore:CreateCodeInterpreter', 'bedrock-agentcore:InvokeCodeInterpreter'],
  ['lambda:UpdateFunctionCode'],
  ['lambda:UpdateFunctionConfiguration'],
  ['glue:UpdateDevEndpoint'],
  ['glue:UpdateJob'],
  ['cloudformation:UpdateStack'],
  ['codestar:CreateProject'],
  ['codestar:AssociateTeamMember'],
  ['sagemaker:CreatePresignedNotebookInstanceUrl'],
  ['ssm:SendCommand'],
  ['ec2-instance-connect:SendSSHPublicKey'],
];

/** Privilege escalations that a policy allows, each as its actions: `iam:PassRole + ec2:RunInstances`. */
export function escalationPaths(statements: readonly Statement[]): string[] {
  const allows = statements.filter(({ effect }) => effect === 'Allow');
  const denials = statements.filter(({ effect, conditions }) => effect === 'Deny' && conditions.length === 0);
  const isAllowed = (action: string) =>
    allows.some((statement) => covers(statement, action)) &&
    !denials.some((statement) => statement.resources.includes('*') && covers(statement, action));
  return PATHS.filter((path) => path.every(isAllowed)).map((path) => path.join(' + '));
}

/**
 * Whether a statement grants full administration: every action on every resource, in whatever spelling, or all but some
 * (`NotAction`, `NotResource`) with IAM left among them. Conditions and denials take nothing from that.
 */
export function isAdministrator(statements: readonly Statement[]): boolean {
  return statements.some(
    (statement) => statement.effect === 'Allow' && coversEveryAction(statement) && coversEveryResource(statement),
  );
}

/** An action of several services, and of one that there is not: what matches all of them matches every action. */
const ACTIONS = [
  'cloudtrail:StopLogging',
  'ec2:TerminateInstances',
  'iam:CreateUser',
  'kms:ScheduleKeyDeletion',
  'organizations:LeaveOrganization',
  's3:DeleteBucket',
  'unknown:Unknown',
];
/** With any of these, the holder gets all others. */
const ADMINISTRATION = ['iam:AttachUserPolicy', 'iam:CreatePolicyVersion', 'iam:PutRolePolicy'];
const PARTITIONS = ['aws', 'aws-cn', 'aws-us-gov'];

function coversEveryAction({ actions, not_actions: others }: Statement): boolean {
  if (others.length > 0) return ADMINISTRATION.some((action) => !matchesAny(others, action));
  return ACTIONS.every((action) => matchesAny(actions, action));
}

function coversEveryResource({ resources, not_resources: others }: Statement): boolean {
  const role = 'iam::123456789012:role/any';
  if (others.length > 0) return PARTITIONS.every((partition) => !matchesAny(others, `arn:${partition}:${role}`));
  const any = [role, 's3:::any/any', 'ec2:any:123456789012:instance/any'];
  return PARTITIONS.some((partition) => any.every((each) => matchesAny(resources, `arn:${partition}:${each}`)));
}

function covers({ actions, not_actions: others }: Statement, action: string): boolean {
  return matchesAny(actions, action) || (others.length > 0 && !matchesAny(others, action));
}
