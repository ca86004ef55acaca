import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { SECOND } from '../../platform/clock.js';
import type { ServiceClient } from './client.js';
import { DemoError, RefusalError } from './demo-error.js';
import { text } from './text.js';

const FILE = 'demo-credentials.json';
/** Wait for the file of the demo organization, which is written shortly after the service is ready. */
const WAIT_MS = 30 * SECOND;
const LOOK_EVERY_MS = 200;

const Credentials = z.object({
  users: z.array(z.object({ email: z.string(), password: z.string(), role: z.string() })),
});

const Login = z.object({
  access_token: z.string(),
  user: z.object({ role: text }),
  tenant: z.object({ name: text, license_tier: text }),
});

/**
 * Logs in as the administrator of the demo organization.
 * @throws {DemoError} when there are no demo credentials in `dataDir`, or the service refuses them
 */
export async function logIn(
  stranger: ServiceClient,
  dataDir: string,
  signal: AbortSignal,
): Promise<{ client: ServiceClient; who: string; credentialsFile: string }> {
  const credentialsFile = join(dataDir, FILE);
  const account = await readAdmin(credentialsFile, signal);
  try {
    const login = await stranger.post('/api/auth/login', account, Login);
    const who = `${login.user.role} of ${login.tenant.name} (${login.tenant.license_tier})`;
    return { client: stranger.withToken(login.access_token), who, credentialsFile };
  } catch (err) {
    if (!(err instanceof RefusalError) || err.status !== 401) throw err;
    throw new DemoError(
      `the service does not know the account in ${credentialsFile}: it runs with another DATA_DIR; set the same one, or PORT to a free one`,
    );
  }
}

async function readAdmin(file: string, signal: AbortSignal): Promise<{ email: string; password: string }> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const credentials = await readCredentials(file);
    const admin = credentials?.users.find(({ role }) => role === 'admin');
    if (admin) return { email: admin.email, password: admin.password };
    signal.throwIfAborted();
    if (Date.now() > deadline) {
      throw new DemoError(`${file} names no administrator: the service has no demo organization of this DATA_DIR`);
    }
    await pause(LOOK_EVERY_MS);
  }
}

/** Demo credentials; null while the file is missing or incomplete. */
async function readCredentials(file: string): Promise<z.infer<typeof Credentials> | null> {
  try {
    return Credentials.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}
