/** Properties of an IAM policy that are read. */
export interface Policy {
  bindings: readonly { role: string; members: readonly string[] }[];
  auditConfigs: readonly { service: string; auditLogConfigs: readonly { logType: string }[] }[];
}

const KMS_ADMIN = 'roles/cloudkms.admin';
/**
 * Prefixes of the roles that use keys: `cryptoKeyEncrypterDecrypter`, `…ViaDelegation` and the like begin with them.
 */
const KMS_USE = ['roles/cloudkms.cryptoKeyEncrypter', 'roles/cloudkms.cryptoKeyDecrypter'];
const PUBLIC = ['allUsers', 'allAuthenticatedUsers'];

/** Members to whom a policy grants one of the roles, each once, sorted. */
function membersWith({ bindings }: Policy, isRole: (role: string) => boolean): string[] {
  return [...new Set(bindings.filter(({ role }) => isRole(role)).flatMap(({ members }) => members))].sort();
}

/** Members with the role of a KMS administrator. */
export function kmsAdmins(policy: Policy): string[] {
  return membersWith(policy, (role) => role === KMS_ADMIN);
}

/** Members with a role that encrypts or decrypts. */
export function kmsUsers(policy: Policy): string[] {
  return membersWith(policy, (role) => KMS_USE.some((use) => role.startsWith(use)));
}

/** Audit configuration by service, as properties. */
export function auditConfigs({ auditConfigs: configs }: Policy) {
  return configs.map(({ service, auditLogConfigs }) => ({
    service,
    log_types: auditLogConfigs.map(({ logType }) => logType),
  }));
}

/** `allUsers` and `allAuthenticatedUsers`, where a policy names them. */
export function publicMembers(policy: Policy): string[] {
  const named = new Set(policy.bindings.flatMap(({ members }) => members));
  return PUBLIC.filter((member) => named.has(member));
}

/** Roles that policies grant to service accounts, by e-mail address. */
export function rolesOfServiceAccounts(policies: readonly Policy[]): Map<string, string[]> {
  const known = new Map<string, Set<string>>();
  for (const { role, members } of policies.flatMap(({ bindings }) => bindings)) {
    for (const member of members) {
      if (!member.startsWith('serviceAccount:')) continue;
      const email = member.slice('serviceAccount:'.length);
      known.set(email, (known.get(email) ?? new Set<string>()).add(role));
    }
  }
  return new Map([...known].map(([email, roles]) => [email, [...roles].sort()]));
}
