import type { Config } from '../config/config.js';
import { exportAudit, exportEvents, printAuditHeads, printAuditKeys, proveAudit, verifyAudit } from './audit.js';
import { backUpTo, restoreFrom } from './backup.js';
import { lint, report } from './content.js';
import { distributeTables } from './distribution.js';
import { retireSecrets, rotateSecrets } from './secrets.js';
import { deleteTenantFor, exportTenantTo, resumeTenant, suspendTenant } from './offboarding.js';
import { createTenant, listTenants, resetMfa, resetPasskeys, setLimit, setPassword, unlock } from './tenants.js';
import { checkConfig, migrateDatabase } from './operations.js';

/** A command of the operator's command line. */
export interface Command {
  name: string;
  /** Options, as the usage shows them. */
  options: string;
  run(args: string[], config: Config): Promise<void>;
}

export const COMMANDS: Command[] = [
  {
    name: 'tenant create',
    options:
      '--name N --tier STARTER|PROFESSIONAL|ENTERPRISE --admin-email E [--admin-password P] [--frameworks "SOC 2,HIPAA"] [--json]',
    run: createTenant,
  },
  { name: 'tenant list', options: '[--json]', run: listTenants },
  { name: 'tenant set-limit', options: '--tenant ID --per-minute N|default', run: setLimit },
  { name: 'tenant suspend', options: '--tenant ID --reason TEXT', run: suspendTenant },
  { name: 'tenant resume', options: '--tenant ID', run: resumeTenant },
  { name: 'tenant export', options: '--tenant ID FILE', run: exportTenantTo },
  { name: 'tenant delete', options: '--tenant ID --name N [--certificate FILE]', run: deleteTenantFor },
  { name: 'user set-password', options: '--email E --password P [--keep-api-keys]', run: setPassword },
  { name: 'user reset-mfa', options: '--email E [--keep-api-keys]', run: resetMfa },
  { name: 'user reset-passkeys', options: '--email E [--keep-api-keys]', run: resetPasskeys },
  { name: 'user unlock', options: '--email E | --address A | --service', run: unlock },
  { name: 'migrate', options: '', run: migrateDatabase },
  { name: 'distribute', options: '', run: distributeTables },
  { name: 'backup', options: 'FILE', run: backUpTo },
  { name: 'restore', options: 'FILE', run: restoreFrom },
  {
    name: 'audit verify',
    options:
      '[--tenant ID [--expect HASH]] [--public-key FILE] | --export FILE --heads FILE --public-key FILE [--events FILE]',
    run: verifyAudit,
  },
  { name: 'audit keys', options: '', run: printAuditKeys },
  { name: 'audit heads', options: '--tenant ID', run: printAuditHeads },
  { name: 'audit export', options: '--tenant ID', run: exportAudit },
  { name: 'audit events', options: '--tenant ID', run: exportEvents },
  { name: 'audit prove', options: '--tenant ID --entry NUMBER|--evidence ID', run: proveAudit },
  { name: 'secrets rotate', options: '', run: rotateSecrets },
  { name: 'secrets retire', options: '', run: retireSecrets },
  { name: 'content lint', options: '[DIRECTORY]', run: lint },
  { name: 'content report', options: '[DIRECTORY]', run: report },
  { name: 'config check', options: '', run: checkConfig },
];

/** Usage text: all commands with their options. */
export function usage(): string {
  return `usage: npm run cli -- <command>\n\n${COMMANDS.map(({ name, options }) => `  ${name} ${options}`).join('\n')}\n`;
}
