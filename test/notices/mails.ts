import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestService } from '../support/service.js';

/** Mails that a service has sent, without the line breaks of their encoding. */
export async function sentMails({ config }: Pick<TestService, 'config'>): Promise<string[]> {
  const directory = join(config.dataDir, 'mail');
  const names = await readdir(directory).catch(() => []);
  const mails = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
  return mails.map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='));
}
