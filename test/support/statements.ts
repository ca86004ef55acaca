import type { TestService } from './service.js';

/** How many statements `read` costs, without what every connection and transaction begins and ends with. */
export async function costOf(service: TestService, read: () => Promise<unknown>): Promise<number> {
  const before = service.statements.length;
  await read();
  const sent = service.statements.slice(before);
  return sent.filter((text) => !/^\s*(begin|commit|rollback)/i.test(text)).length;
}
