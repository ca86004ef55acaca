import type { Config } from '../config/config.js';
import { verifyAudit } from './audit.js';
import { backUpTo, restoreFrom } from './backup.js';
import { lint, report } from './content.js';
import { retireSecrets, rotateSecrets } from './secrets.js';
import { createTenant, listTenants, resetMfa, setLimit, setPassword } from './tenants.js';
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
  { name: 'user set-password', options: '--email E --password P', run: setPassword },
  { name: 'user reset-mfa', options: '--email E', run: resetMfa },
  { name: 'migrate', options: '', run: migrateDatabase },
  { name: 'backup', options: 'FILE', run: backUpTo },
  { name: 'restore', options: 'FILE', run: restoreFrom },
  { name: 'audit verify', options: '[--tenant ID [--expect HASH]]', run: verifyAudit },
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
