/**
 * Points in the code that moves state, and what is true there. The compiler takes every call of `failpoint` out of `dist/src`
 * and keeps it in `dist/failpoints` alone, which test programs load instead: docs/adr/0041-failpoints.md.
 */
export const FAILPOINTS = {
  'database.statement.before':
    'a statement of a request or a worker is about to be sent; the detail is its text, `commit` included',
  'database.statement.after':
    'PostgreSQL has carried a statement out, and nobody was notified yet; the detail is its text',
  'notify.before': 'a change is about to notify the other processes, in its transaction; the detail is the topic',
  'object.write.before': 'the file of an object is created, and empty; the detail is the key',
  'object.rename.before': 'all bytes of an object are on the disk, under another name; the detail is the key',
  'object.write.after': 'an object is stored, and no row names it; the detail is the key',
  'object.delete.before': 'an object is about to be deleted; the detail is the key',
  'object.delete.after': 'an object is deleted; the detail is the key',
  'job.wake.before': 'work is stored and committed, and no worker was woken; the detail is the job',
  'job.wake.after': 'the wake-up of a worker is stored; the detail is the job',
  'queue.claim.after': 'rows of a queue are claimed, and nothing was done for them; the detail is the table',
  'ticket.create.before': 'a tracker is about to be asked for a new ticket; the detail is the id of the ticket',
  'ticket.create.after':
    'a tracker has created a ticket, and nothing is stored of it; the detail is the id of the ticket',
  'scan.objects.after': 'all objects of a scan are stored, and no row names them; the detail is the id of the scan',
  'delivery.send.before': 'a delivery is about to be sent; the detail is its id',
  'delivery.send.after': 'a receiver has answered a delivery, and nothing of that is stored; the detail is its id',
  'mail.send.before': 'a mail is about to be handed over; the detail is its id',
  'mail.send.after': 'a mail was handed over, and nothing of that is stored; the detail is its id',
  'idempotency.claim.after': 'the key of a request is claimed, and nothing was done; the detail is the operation',
  'idempotency.work.after':
    'a request with a key is carried out, and its answer is not stored; the detail is the operation',
  'answer.before':
    'everything of a request over REST is done, and the client was not answered; the detail is the operation',
} as const;

/** Name of a point in the code that moves state. */
export type Failpoint = keyof typeof FAILPOINTS;

/** What happens at a point: it may throw, wait, or end the process. */
export type FailpointHandler = (name: Failpoint, detail: string) => Promise<void> | void;

let handler: FailpointHandler | null = null;

/** Sets what happens at every point of this process from now on. */
export function onFailpoint(next: FailpointHandler): void {
  handler = next;
}

/** A point in the code that moves state: always a statement in a line of its own, which is not there in production. */
export async function failpoint(name: Failpoint, detail: string): Promise<void> {
  await handler?.(name, detail);
}
