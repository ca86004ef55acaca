/** Names that a form stands for as a whole, beside those within it. */
type Form = readonly [form: string, ...whole: readonly string[]];

/**
 * Forms of the ids that resources of a provider have, by the placeholders that commands of its checks have. `{NAME}` is a part without `/` or `:`,
 * `{+NAME}` may have them, `{A|B}` is one part under two names; `*` is a part that no command needs, `**` any number of them. The first form that an
 * id has counts. Source: Service Authorization Reference (AWS), resource ids of Azure Resource Manager, resource names of Google Cloud; for the last
 * four, which have no such names, what the connectors in `src/connectors` write.
 */
const FORMS: Readonly<Record<string, readonly Form[]>> = {
  aws: [
    ['arn:*:apigateway:{REGION}::/restapis/{API_ID}'],
    ['arn:*:autoscaling:{REGION}:{ACCOUNT_ID}:autoScalingGroup:*:autoScalingGroupName/{GROUP_NAME}'],
    ['arn:*:access-analyzer:{REGION}:{ACCOUNT_ID}:analyzer/{ANALYZER_NAME}', 'ANALYZER_ARN'],
    ['arn:*:acm:{REGION}:{ACCOUNT_ID}:certificate/*', 'CERTIFICATE_ARN'],
    ['arn:*:backup:{REGION}:{ACCOUNT_ID}:backup-vault:{OLD_VAULT_NAME}'],
    ['arn:*:cloudformation:{REGION}:{ACCOUNT_ID}:stack/{STACK_NAME}/*'],
    ['arn:*:cloudfront::{ACCOUNT_ID}:distribution/{DISTRIBUTION_ID}'],
    ['arn:*:cloudtrail:{REGION}:{ACCOUNT_ID}:trail/{TRAIL_NAME}', 'TRAIL_ARN'],
    ['arn:*:cloudwatch:{REGION}:{ACCOUNT_ID}:alarm:{ALARM_NAME}'],
    ['arn:*:codebuild:{REGION}:{ACCOUNT_ID}:project/{PROJECT_NAME}'],
    ['arn:*:dynamodb:{REGION}:{ACCOUNT_ID}:table/{TABLE_NAME}'],
    ['arn:*:ec2:{REGION}:{ACCOUNT_ID}:client-vpn-endpoint/{ENDPOINT_ID}'],
    ['arn:*:ec2:{REGION}:{ACCOUNT_ID}:image/{AMI_ID}'],
    ['arn:*:ec2:{REGION}:{ACCOUNT_ID}:instance/{INSTANCE_ID}'],
    ['arn:*:ec2:{REGION}:{ACCOUNT_ID}:network-acl/{ACL_ID}'],
    ['arn:*:ec2:{REGION}:{ACCOUNT_ID}:security-group/{GROUP_ID|SECURITY_GROUP_ID|DEFAULT_GROUP_ID}'],
    ['arn:*:ec2:{REGION}:{ACCOUNT_ID}:snapshot/{SNAPSHOT_ID}'],
    ['arn:*:ec2:{REGION}:{ACCOUNT_ID}:subnet/{SUBNET_ID}'],
    ['arn:*:ec2:{REGION}:{ACCOUNT_ID}:volume/{VOLUME_ID}', 'VOLUME_ARN'],
    ['arn:*:ec2:{REGION}:{ACCOUNT_ID}:vpc/{VPC_ID}'],
    ['arn:*:ec2:{REGION}:{ACCOUNT_ID}:vpc-endpoint-service/{ENDPOINT_SERVICE_ID}'],
    ['arn:*:ec2:{REGION}:{ACCOUNT_ID}:vpc-peering-connection/{PEERING_ID}'],
    ['arn:*:ec2:{REGION}:{ACCOUNT_ID}:vpn-connection/{VPN_CONNECTION_ID}'],
    ['arn:*:ecr:{REGION}:{ACCOUNT_ID}:repository/{+REPOSITORY_NAME}'],
    ['arn:*:ecs:{REGION}:{ACCOUNT_ID}:task-definition/{+TASK_DEFINITION}'],
    ['arn:*:eks:{REGION}:{ACCOUNT_ID}:cluster/{CLUSTER_NAME}'],
    ['arn:*:elasticloadbalancing:{REGION}:{ACCOUNT_ID}:loadbalancer/**', 'LOAD_BALANCER_ARN', 'LB_ARN'],
    ['arn:*:guardduty:{REGION}:{ACCOUNT_ID}:detector/{DETECTOR_ID}'],
    ['arn:*:iam::{ACCOUNT_ID}:policy/**{POLICY_NAME}', 'POLICY_ARN'],
    ['arn:*:iam::{ACCOUNT_ID}:role/**{ROLE_NAME}'],
    ['arn:*:iam::{ACCOUNT_ID}:user/**{USER_NAME}', 'USER_ARN'],
    ['arn:*:kms:{REGION}:{ACCOUNT_ID}:key/{KEY_ID}'],
    ['arn:*:lambda:{REGION}:{ACCOUNT_ID}:function:{FUNCTION_NAME}'],
    ['arn:*:logs:{REGION}:{ACCOUNT_ID}:log-group:{+LOG_GROUP_NAME}'],
    ['arn:*:rds:{REGION}:{ACCOUNT_ID}:cluster-snapshot:{CLUSTER_SNAPSHOT_ID}'],
    ['arn:*:rds:{REGION}:{ACCOUNT_ID}:db:{DB_INSTANCE|DB_INSTANCE_ID}', 'DB_INSTANCE_ARN'],
    ['arn:*:rds:{REGION}:{ACCOUNT_ID}:snapshot:{SNAPSHOT|SNAPSHOT_ID}'],
    ['arn:*:s3:::{BUCKET_NAME}'],
    ['arn:*:s3:::{ACCOUNT_ID}/account'],
    ['arn:*:secretsmanager:{REGION}:{ACCOUNT_ID}:secret:**', 'SECRET_ID'],
    ['arn:*:ssm:{REGION}:{ACCOUNT_ID}:managed-instance/{INSTANCE_ID}'],
    ['arn:*:wafv2:{REGION}:{ACCOUNT_ID}:regional/webacl/{WEB_ACL_NAME}/{WEB_ACL_ID}', 'WEB_ACL_ARN'],
    ['arn:*:*:{REGION}:{ACCOUNT_ID}:**'],
    ['arn:*:*::{ACCOUNT_ID}:**'],
  ],
  azure: [
    ['/subscriptions/{SUBSCRIPTION_ID}'],
    [azure('Microsoft.Compute/virtualMachines/{VM}')],
    [azure('Microsoft.KeyVault/vaults/{VAULT}')],
    [azure('Microsoft.Network/networkSecurityGroups/{NSG}')],
    [azure('Microsoft.Sql/servers/{SERVER}')],
    [azure('Microsoft.Sql/servers/{SERVER}/databases/{DATABASE}')],
    [azure('Microsoft.Storage/storageAccounts/{ACCOUNT}')],
    ['https://{VAULT}.vault.azure.net/keys/{KEY}'],
  ],
  gcp: [
    ['projects/_/buckets/{BUCKET}'],
    ['projects/{PROJECT_ID}/global/firewalls/{RULE}'],
    ['projects/{PROJECT_ID}/instances/{INSTANCE}'],
    ['projects/{PROJECT_ID}/locations/{LOCATION}/keyRings/{KEY_RING}/cryptoKeys/{KEY}'],
    ['projects/{PROJECT_ID}/managedZones/{ZONE}'],
    ['projects/{PROJECT_ID}/regions/{REGION}/subnetworks/{SUBNET}'],
    ['projects/{PROJECT_ID}/serviceAccounts/{SA_EMAIL}'],
    ['projects/{PROJECT_ID}/services/*'],
    ['projects/{PROJECT_ID}/zones/{ZONE}/instances/{VM}'],
    ['projects/{PROJECT_ID}'],
  ],
  github: [
    ['https://github.com/{OWNER|ORG}/{REPO}'],
    ['https://github.com/{OWNER|ORG}/{REPO}/blob/**'],
    ['https://github.com/{ORG}'],
  ],
  kubernetes: [['clusterrole/**'], ['clusterrolebinding/{+BINDING_NAME}'], ['role/{NAMESPACE}/**'], ['{NAMESPACE}/*']],
  m365: [['/exchange/dkim/{DOMAIN}'], ['/users/{USER_ID}']],
  okta: [['{POLICY_ID|BRAND_ID}']],
  postgresql: [['database/{+DATABASE}'], ['role/{+ROLE}']],
};

function azure(provider: string): string {
  return `/subscriptions/{SUBSCRIPTION_ID}/resourceGroups/{RESOURCE_GROUP}/providers/${provider}`;
}

/** What a shell takes as one word, whatever it is: ids come from reports that anybody may have written. */
const WORD = /^[A-Za-z0-9@%+=:,./_][A-Za-z0-9@%+=:,./_-]*$/;

/**
 * What else counts as a word where something behind the shell takes it apart: `kubectl` a path, a URL a path or a query, PowerShell a list (`a,b`) and
 * what begins with `@`, SQL what is no identifier, or one by which it calls the role that asks. The host that a command sends a credential to is no name
 * of an id at all, whatever the id.
 */
const WORDS: Readonly<Record<string, RegExp>> = {
  kubernetes: /^[A-Za-z0-9][A-Za-z0-9:._-]*$/,
  m365: /^[A-Za-z0-9][A-Za-z0-9@._-]*$/,
  okta: /^[A-Za-z0-9]+$/,
  postgresql: /^(?!(?:current_role|current_user|session_user|user)$)[a-z_][a-z0-9_]*$/,
};

const TOKEN = /\{(\+?)([A-Z0-9_|]+)\}|\*\*|\*/g;

interface Matcher {
  pattern: RegExp;
  /** Names of each group. */
  names: readonly (readonly string[])[];
  whole: readonly string[];
}

const MATCHERS: ReadonlyMap<string, readonly Matcher[]> = new Map(
  Object.entries(FORMS).map(([provider, forms]) => [provider, forms.map(matcherOf)]),
);

function matcherOf([form, ...whole]: Form): Matcher {
  const names: string[][] = [];
  let pattern = '';
  let end = 0;
  for (const { 0: token, 1: isWide, 2: name, index } of form.matchAll(TOKEN)) {
    pattern += literal(form.slice(end, index));
    end = index + token.length;
    if (name !== undefined) names.push(name.split('|'));
    if (name !== undefined) pattern += isWide === '+' ? '(.+)' : '([^/:]+)';
    else if (token === '*') pattern += '[^/:]*';
    else pattern += end === form.length ? '.+' : '(?:.*/)?';
  }
  return { pattern: new RegExp(`^${pattern}${literal(form.slice(end))}$`, 'i'), names, whole };
}

function literal(text: string): string {
  return text.replaceAll('.', String.raw`\.`);
}

/** What is known of a resource by its id: values by the names of placeholders, only those that a command takes as they are. */
export function namesIn(resourceId: string, provider: string): ReadonlyMap<string, string> {
  for (const { pattern, names, whole } of MATCHERS.get(provider) ?? []) {
    const found = pattern.exec(resourceId);
    if (found === null) continue;
    const values = [
      ...names.flatMap((each, index) => each.map((name) => [name, found[index + 1] ?? ''] as const)),
      ...whole.map((name) => [name, resourceId] as const),
    ];
    const word = WORDS[provider] ?? WORD;
    return new Map(values.filter(([, value]) => word.test(value)));
  }
  return new Map();
}

/** A command with what is known of a resource in place of its placeholders; the others stay. */
export function filledCommand(command: string, names: ReadonlyMap<string, string>): string {
  return command.replaceAll(/<([A-Z0-9_]+)>/g, (placeholder, name: string) => names.get(name) ?? placeholder);
}

/** Every name that a form of a provider gives. */
export function knownNames(provider: string): ReadonlySet<string> {
  return new Set((MATCHERS.get(provider) ?? []).flatMap(({ names, whole }) => [...names.flat(), ...whole]));
}

/** Providers whose ids have names. */
export const NAMING_PROVIDERS: readonly string[] = [...MATCHERS.keys()];
