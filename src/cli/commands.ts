import type { Config } from '../config/config.js';
import { createTenant, listTenants, setPassword } from './tenants.js';
import { checkConfig, migrateDatabase } from './operations.js';

/** One thing the operator can do. */
export interface Command {
  name: string;
  /** Its options, as the usage shows them. */
  options: string;
  run(args: string[], config: Config): Promise<void>;
}

export const COMMANDS: Command[] = [
  {
    name: 'tenant create',
    options:
      '--name N --tier STARTER|PROFESSIONAL|ENTERPRISE --admin-email E --admin-password P [--frameworks "SOC 2,HIPAA"] [--json]',
    run: createTenant,
  },
  { name: 'tenant list', options: '[--json]', run: listTenants },
  { name: 'user set-password', options: '--email E --password P', run: setPassword },
  { name: 'migrate', options: '', run: migrateDatabase },
  { name: 'config check', options: '', run: checkConfig },
];

/** Every command with its options. */
export function usage(): string {
  return `usage: npm run cli -- <command>\n\n${COMMANDS.map(({ name, options }) => `  ${name} ${options}`).join('\n')}\n`;
}
