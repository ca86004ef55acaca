import { of } from './mutant.js';

/** Tenancy and roles: who may see and do what. */
export const ISOLATION = [
  ...of(
    'schema/migrations/row-level-security.ts',
    ['access/row-level-security'],
    [
      ['tables are bound to their tenant', '`alter table ${table} enable row level security`', '`select 1`'],
      ['their owner is bound too', '`alter table ${table} force row level security`', '`select 1`'],
    ],
  ),
  ...of(
    'src/platform/database/scope.ts',
    ['access/row-level-security', 'platform/database/scoped-client'],
    [
      [
        'a call has the tenant of its scope',
        "return [scope.tenantId, '', '', '', ''];",
        "return ['', '', '', 'on', ''];",
      ],
      [
        'only the system has the scope of the system',
        "case undefined:\n        return ['', '', '', '', ''];",
        "case undefined:\n        return ['', '', '', 'on', ''];",
      ],
    ],
  ),
  ...of(
    'src/access/access-table.ts',
    ['access/declarations', 'access/permissions', 'access/key-scopes', 'auth/required-mfa'],
    [
      ['a role that is not in the row is refused', "if (!access?.roles.includes(role)) return { reason: 'role' };", ''],
      [
        'who has to enrol does that first',
        "if (needsMfaEnrolment && !access.whileEnrolling) return { reason: 'enrolment' };",
        '',
      ],
      [
        'an interactive operation takes no key',
        "return required !== 'interactive' && scopes.includes(required)",
        "return required === 'interactive' || scopes.includes(required)",
      ],
      [
        'a key needs the scope',
        "required !== 'interactive' && scopes.includes(required)",
        "required !== 'interactive'",
      ],
    ],
  ),
  ...of(
    'src/graphql/access.ts',
    ['access/step-up', 'single-sign-on/authentication-time'],
    [
      [
        'some operations ask for a proof of the last minutes',
        'if (!app.access.rowOf(operation).stepUp) return;',
        'return;',
      ],
      [
        'who cannot say when they proved it has to prove it again',
        'viewer.authenticatedAt !== null && clock.now()',
        'viewer.authenticatedAt === null || clock.now()',
      ],
    ],
  ),
  ...of(
    'src/modules/api-keys/key-role.rules.ts',
    ['api-keys/key-role.rules'],
    [
      ['a key of another account has its role', "return creator === 'admin' ? account : null;", 'return creator;'],
      ['a member gives no key of an auditor', "return creator === 'admin' ? account : null;", 'return account;'],
    ],
  ),
  ...of(
    'src/modules/api-keys/api-key.rules.ts',
    ['api-keys/api-key.rules'],
    [
      ['a key has a checksum', 'return checksumOf(body) === checksum;', 'return true;'],
      ['a key ends', 'if (expiresAt > daysAfter(now, LIFETIME_DAYS.max)) {', 'if (false) {'],
      ['a key does not end before it begins', 'if (expiresAt <= now) throw', 'if (expiresAt < now) throw'],
    ],
  ),
  ...of(
    'src/modules/api-keys/api-key.sql.ts',
    ['api-keys/api-key'],
    [['a revoked key opens nothing', 'and k.revoked_at is null and', 'and']],
  ),
  ...of(
    'src/modules/scans/index.ts',
    ['access/roles-graphql'],
    [
      [
        'auditors begin no scan',
        "'Mutation.triggerScan': reachingOut(TRIGGERS, scoped('scan', ADMIN_MEMBER))",
        "'Mutation.triggerScan': reachingOut(TRIGGERS, scoped('scan', ALL))",
      ],
    ],
  ),
  ...of(
    'src/modules/audit/index.ts',
    ['access/roles-graphql'],
    [
      [
        'members do not read the audit trail',
        "'Query.auditLog': read(ADMIN_AUDITOR)",
        "'Query.auditLog': read(['admin', 'auditor', 'member'])",
      ],
    ],
  ),
  ...of(
    'src/modules/exceptions/exception.rules.ts',
    ['exceptions/exception.rules', 'exceptions/exceptions'],
    [
      [
        'only who has to do with an exception withdraws it',
        'return APPROVER_ROLES.includes(role) || proposedBy',
        'return true || proposedBy',
      ],
      ['an exception moves on by its states', 'if (NEXT_STATUSES[from].includes(to)) return;', 'return;'],
      ['an exception ends within a year', "throw fail('must be within a year');", ''],
    ],
  ),
  ...of(
    'src/modules/organizations/invitation.read.ts',
    ['organizations/invitations'],
    [
      [
        'a link is good once',
        "return status === 'pending' && tokenHash === hash && expiresAt > now;",
        'return tokenHash === hash && expiresAt > now;',
      ],
      [
        'a replaced link is no longer good',
        "return status === 'pending' && tokenHash === hash && expiresAt > now;",
        "return status === 'pending' && expiresAt > now;",
      ],
      [
        'a link ends',
        "return status === 'pending' && tokenHash === hash && expiresAt > now;",
        "return status === 'pending' && tokenHash === hash;",
      ],
    ],
  ),
];
