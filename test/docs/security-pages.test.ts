import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createConnectors } from '../../src/app/connectors.js';
import { Settings } from '../../src/config/config.js';
import { configFor } from '../support/config.js';
import { ROOT } from './markdown.js';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const sources = globSync('src/**/*.ts', { cwd: ROOT, exclude: ['src/dashboard/**', 'src/build/**'] }).map((path) => ({
  path,
  text: read(path),
}));
const matching = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

describe('the connections of docs/security/connections.md', () => {
  const page = read('docs/security/connections.md');

  it('have every setting that names another system', () => {
    const names = Object.keys(Settings.shape).filter((name) =>
      /(_URL|_ADDRESS|_ENDPOINT|_PORT|_BUCKET|_SERVERS|_OWN_CREDENTIALS)$|^PORT$/.test(name),
    );
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => name !== 'PUBLIC_URL' && !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('have every type of integration', () => {
    const types = createConnectors(configFor('')).types();
    expect(types.filter((type) => !new RegExp(`^\\| integrations: .*\`${type}\``, 'm').test(page))).toEqual([]);
  });

  it('have every folder whose code opens or accepts one, and no other', () => {
    const opening = [
      /^import \{[^}]*\b(connect|createConnection|createServer|request|Agent|Socket|Resolver|lookup)\b[^}]*\} from 'node:(net|tls|https?|http2|dns|dns\/promises)'/m,
      /^import \{[^}]*\b(Client|Pool)\b[^}]*\} from '(undici|pg)'|^import pg from/m,
      /^import \{[^}]*\bS3Client\b[^}]*\} from '@aws-sdk\/client-s3'/m,
      /^import .* from '(nodemailer.*|ws)'|import\('(nodemailer.*|@agendajs\/mongo-backend|@opentelemetry\/exporter-.*)'\)|from '@agendajs\/mongo-backend'|opentelemetry\/exporter/m,
    ];
    const found = new Set(opening.flatMap(matching).map((path) => dirname(path)));
    const [, places = ''] = /Code that opens or accepts connections: ([^#]*)/.exec(page) ?? [];
    expect([...places.matchAll(/`(src\/[^`]+)`/g)].map(([, folder = '']) => folder)).toEqual([...found].toSorted());
  });
});

describe('the logs of docs/security/logs.md', () => {
  const page = read('docs/security/logs.md');

  it('have every place that writes to standard output or standard error', () => {
    const writing = matching(/process\.std(out|err)\.write|\bconsole\.(log|error|warn|info|debug)\(|from 'pino'/);
    expect(writing.length).toBeGreaterThan(4);
    const shown = [...page.matchAll(/`(src\/[^`]+)`/g)].map(([, path = '']) => path);
    const isShown = (path: string) => shown.some((each) => path === each || path.startsWith(`${each}/`));
    expect(writing.filter((path) => !isShown(path))).toEqual([]);
    expect(shown.filter((path) => globSync(path, { cwd: ROOT }).length === 0)).toEqual([]);
  });

  it('have no file that is appended to, but results of a report while it is read', () => {
    expect(matching(/appendFile|createWriteStream\([^)]*flags: 'a/)).toEqual(['src/connectors/reports/spool.ts']);
  });
});

describe('the lifetimes of docs/security/sessions.md', () => {
  const page = read('docs/security/sessions.md');
  const cells = (name: string) =>
    (new RegExp(`^\\| ${name} \\|(.*)$`, 'm').exec(page)?.[1] ?? '').split('|').map((cell) => cell.trim());

  it('are those of the settings', () => {
    const { SESSION_IDLE_MINUTES: idle, SESSION_HOURS: longest } = Settings.parse({});
    expect(cells('dashboard').slice(0, 2)).toEqual([
      `\`SESSION_IDLE_MINUTES\` = ${String(idle)}`,
      `\`SESSION_HOURS\` = ${String(longest)}`,
    ]);
  });

  it.each([
    [
      'access token of the dashboard',
      'src/modules/auth/sessions.ts',
      'BROWSER_TOKEN_LIFETIME_MS = 10 * MINUTE',
      '10 minutes',
    ],
    ['token of a program', 'src/modules/auth/sessions.ts', ' TOKEN_LIFETIME_MS = HOUR', '60 minutes'],
    [
      "token of an auditor's link",
      'src/modules/auditor-links/auditor-link.service.ts',
      'LIFETIME_MS = 15 * MINUTE',
      '15 minutes',
    ],
    ['sign-on under way', 'src/modules/single-sign-on/attempts.ts', 'ATTEMPT_MS = 10 * MINUTE', '10 minutes'],
    ['challenge of a passkey', 'src/modules/passkeys/passkey-challenges.ts', 'CHALLENGE_MS = 5 * MINUTE', '5 minutes'],
    ['link of a new password', 'src/modules/auth/password-reset.service.ts', 'LIFETIME_MS = 30 * MINUTE', '30 minutes'],
    ['invitation', 'src/modules/organizations/invitation-issuer.ts', 'LIFETIME_MS = 72 * HOUR', '72 hours'],
    [
      'cookie of a known browser, which opens nothing',
      'src/modules/auth/known-devices.ts',
      'LIFETIME_MS = 90 * DAY',
      '90 days',
    ],
  ])('have that of the code: %s', (name, path, constant, shown) => {
    expect(read(path)).toContain(constant);
    expect(cells(name)[1]).toBe(shown);
  });
});

describe('the rules of docs/security/fields.md', () => {
  const page = read('docs/security/fields.md');

  it('have every file that refuses a role or a person for more than the operation', () => {
    /** The table of roles, requests of other sites, and two that refuse no caller: a job, and the log of refusals. */
    const others = [
      ...['src/graphql/access.ts', 'src/http/single-sign-on.ts', 'src/modules/auth/browser-sessions.ts'],
      ...['src/modules/report-schedules/report-schedule.jobs.ts', 'src/modules/reports/report.rest.ts'],
      'src/modules/security-events/security-events.ts',
    ];
    const shown = [...page.matchAll(/`(src\/[^`]+)`/g)].map(([, path = '']) => path);
    expect([...shown, ...others].toSorted()).toEqual(matching(/'FORBIDDEN'/).toSorted());
  });
});
