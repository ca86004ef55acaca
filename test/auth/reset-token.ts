import { sentMails } from '../notices/mails.js';
import { eventually } from '../support/eventually.js';
import type { TestService } from '../support/service.js';

const LINK = /\/reset-password\?token=([\w-]{43})/;

/** Token of the latest link for a new password that was sent to an address, other than `former`. */
export function resetTokenOf(service: TestService, email: string, former: readonly string[] = []): Promise<string> {
  return eventually(async () => {
    const mails = (await sentMails(service)).filter((mail) => mail.includes(`To: ${email}`));
    const tokens = mails.map((mail) => LINK.exec(mail)?.[1]).filter((token) => token !== undefined);
    return tokens.find((token) => !former.includes(token)) ?? null;
  });
}
