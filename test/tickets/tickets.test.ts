import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ShiftedClock } from '../auth/shifted-clock.js';
import { controlId } from '../catalogue/shipped.js';
import { openFeatures, type OpenFeatures } from '../support/features.js';
import { runPools } from '../support/pools.js';
import { startService, type TestService } from '../support/service.js';
import { create as createWorkItem, update } from '../work-items/work-items.js';
import { GithubServer } from './github-server.js';
import { JiraServer } from './jira-server.js';
import { askForTicket, connectTracker, github, jira, sendHook, ticketsOf, type Tracker } from './tickets.js';

const MINUTE_MS = 60_000;

describe('tickets of work items', () => {
  const clock = new ShiftedClock();
  let service: TestService;
  let open: OpenFeatures;
  let code: GithubServer;
  let board: JiraServer;
  let codeTracker: Tracker & { hookSecret: string };
  let boardTracker: Tracker;

  beforeAll(async () => {
    // No worker: the test says when a tracker is asked.
    service = await startService({ settings: { role: 'web', allowsPrivateWebhooks: true } });
    open = await openFeatures(service, clock);
    code = await GithubServer.start();
    board = await JiraServer.start();
    codeTracker = await connectTracker(service.a.admin, github(code));
    boardTracker = await connectTracker(service.a.admin, jira(board));
  });
  afterAll(async () => {
    await open.close();
    await code.stop();
    await board.stop();
    await service.stop();
  });
  beforeEach(() => {
    code.requests.length = 0;
    board.requests.length = 0;
  });

  const sync = (shiftMs = 0) => clock.at(shiftMs, () => runPools(open.features.tickets.services.ticketSync.pool));
  const look = (shiftMs = 0) => clock.at(shiftMs, () => runPools(open.features.tickets.services.trackerReader.pool));
  const workItem = async (title = 'Turn on MFA') =>
    (await createWorkItem(service.a.member, { title, controlId: controlId('soc2', 'CC6.1') })).id;
  const stateOf = async (id: string) => (await service.a.member.rest<{ state: string }>(`/api/work-items/${id}`)).state;
  /** A work item with a new ticket. @returns its id and the key */
  const linked = async (trackerId: string, title?: string) => {
    const id = await workItem(title);
    const ticketId = await askForTicket(service.a.member, id, { tracker_id: trackerId });
    await sync();
    const [ticket] = await ticketsOf(service.a.member, id);
    return { id, ticketId, key: ticket?.key ?? '' };
  };

  it('creates one issue with what the work item is about, and shows its key and address', async () => {
    const { id, key } = await linked(codeTracker.id, 'Rotate keys @everyone');
    const issue = code.issues.find(({ number }) => String(number) === key);
    expect(issue?.title).toBe('Rotate keys @everyone');
    expect(issue?.body).toContain('SOC 2 CC6.1: ');
    expect(issue?.body).toContain(`/work-items/${id}`);
    expect(await ticketsOf(service.a.member, id)).toMatchObject([
      { status: 'linked', key, url: issue?.html_url, state_name: 'Open', error: null },
    ]);
  });

  it('lets the work item follow an issue that its signed webhook reports, and names the ticket in the trail', async () => {
    const { id, key } = await linked(codeTracker.id);
    code.change(Number(key), 'closed', 'completed');
    expect((await sendHook(codeTracker, { action: 'closed', issue: { number: Number(key) } })).status).toBe(204);
    await sync();
    expect(await stateOf(id)).toBe('done');
    const [entry] = await service.a.admin.rest<{ action: string; after: unknown }[]>(
      `/api/audit-log?resource_id=${id}`,
    );
    expect(entry).toMatchObject({ action: 'work_item.changed', after: { state: 'done', ticket: key } });
    const [ticket] = await ticketsOf(service.a.member, id);
    expect(ticket).toMatchObject({ state_name: 'Closed' });
  });

  it.each([
    ['another secret', () => sendHook(codeTracker, { issue: { number: 1 } }, 'another')],
    [
      'the secret of no tracker',
      () => sendHook({ ...codeTracker, hook_url: `${service.baseUrl}/ticket-hooks/none` }, {}),
    ],
    ['no signature', () => fetch(codeTracker.hook_url, { method: 'POST', body: '{}' })],
  ])('answers 404 to a webhook with %s, and reads nothing', async (_what, send) => {
    expect((await send()).status).toBe(404);
    await sync();
    expect(code.requests).toEqual([]);
  });

  it('refuses a message of more than 1 MB, whose signature it does not look at', async () => {
    const body = 'x'.repeat(1024 * 1024 + 1);
    expect((await fetch(codeTracker.hook_url, { method: 'POST', body })).status).toBe(413);
  });

  it('answers 204 to a signed message about something else', async () => {
    expect((await sendHook(codeTracker, { zen: 'Keep it logically awesome.' })).status).toBe(204);
  });

  it('finds what changed without a webhook, with one request a tracker', async () => {
    const { id, key } = await linked(boardTracker.id);
    board.requests.length = 0;
    board.change(key, 'In Review');
    await look(6 * MINUTE_MS);
    expect(board.paths('POST')).toEqual(['/rest/api/2/search/jql']);
    await sync(6 * MINUTE_MS);
    expect(await stateOf(id)).toBe('in_progress');
  });

  it.each([
    ['done', 'closed', 'completed'],
    ['dropped', 'closed', 'not_planned'],
  ] as const)(
    'lets the issue follow a work item that is %s, and opens it again with it',
    async (state, closed, reason) => {
      const { id, key } = await linked(codeTracker.id);
      const issue = code.issues.find(({ number }) => String(number) === key);
      await update(service.a.member, { workItemId: id, state });
      await sync();
      expect(issue).toMatchObject({ state: closed, state_reason: reason });
      await update(service.a.member, { workItemId: id, state: 'in_progress' });
      await sync();
      expect(issue).toMatchObject({ state: 'open' });
      // GitHub has no state in between: the work item stays in progress.
      expect(await stateOf(id)).toBe('in_progress');
    },
  );

  it('moves an issue of Jira by a transition of its workflow, and says so where there is none', async () => {
    const { id, key } = await linked(boardTracker.id);
    board.closedStatuses.add('Done');
    await update(service.a.member, { workItemId: id, state: 'done' });
    await sync();
    const [refused] = await ticketsOf(service.a.member, id);
    expect(refused).toMatchObject({ status: 'linked', state_name: 'To Do' });
    expect(refused?.error).toContain('no transition from To Do');
    expect(await stateOf(id)).toBe('done');
    board.closedStatuses.clear();
    await service.a.member.post(`/api/tickets/${refused?.id ?? ''}/refresh`);
    await sync();
    expect(board.issues.find((each) => each.key === key)?.status.name).toBe('Done');
    expect(await ticketsOf(service.a.member, id)).toMatchObject([{ state_name: 'Done', error: null }]);
  });

  it.each(['github', 'jira'] as const)(
    'creates one ticket in %s where the answer to its creation was lost',
    async (kind) => {
      const [server, tracker] = kind === 'github' ? [code, codeTracker] : [board, boardTracker];
      const id = await workItem(`Lost answer in ${kind}`);
      await askForTicket(service.a.member, id, { tracker_id: tracker.id });
      server.disturb('POST', kind === 'github' ? /\/issues$/ : /\/issue$/, 'is carried out and not answered');
      await sync();
      expect(await ticketsOf(service.a.member, id)).toMatchObject([
        { status: 'waiting', error: 'the connection failed' },
      ]);
      await sync(2 * MINUTE_MS);
      expect(await ticketsOf(service.a.member, id)).toMatchObject([{ status: 'linked', error: null }]);
      const titles =
        kind === 'github' ? code.issues.map(({ title }) => title) : board.issues.map(({ summary }) => summary);
      expect(titles.filter((title) => title === `Lost answer in ${kind}`)).toHaveLength(1);
    },
  );

  it.each([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '600' } }],
    [
      '403 with an exhausted limit',
      () => ({ status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': soon(600) } }),
    ],
  ])('waits as long as %s asks, and creates the ticket then', async (_what, limited) => {
    const id = await workItem();
    await askForTicket(service.a.member, id, { tracker_id: codeTracker.id });
    code.disturb('POST', /\/issues$/, typeof limited === 'function' ? limited() : limited);
    await sync();
    await sync(9 * MINUTE_MS);
    expect(await ticketsOf(service.a.member, id)).toMatchObject([{ status: 'waiting' }]);
    await sync(11 * MINUTE_MS);
    expect(await ticketsOf(service.a.member, id)).toMatchObject([{ status: 'linked' }]);
  });

  it('asks a tracker that does not answer once in a run, however many tickets wait for it, and every other one', async () => {
    const away = await GithubServer.start();
    const { id: awayId } = await connectTracker(service.a.admin, github(away));
    const waiting = await Promise.all([workItem(), workItem(), workItem()]);
    for (const id of waiting) await askForTicket(service.a.member, id, { tracker_id: awayId });
    const other = await workItem();
    await askForTicket(service.a.member, other, { tracker_id: codeTracker.id });
    away.requests.length = 0;
    for (let count = 0; count < 3; count += 1) away.disturb('POST', /\/issues$/, { status: 503 });
    await sync();
    expect(away.paths('POST')).toHaveLength(1);
    expect(await ticketsOf(service.a.member, other)).toMatchObject([{ status: 'linked' }]);
    for (let run = 1; run <= 6; run += 1) await sync(run * 10 * MINUTE_MS);
    for (const id of waiting) expect(await ticketsOf(service.a.member, id)).toMatchObject([{ status: 'linked' }]);
    expect(away.issues).toHaveLength(3);
    await away.stop();
  });

  it('shows what a tracker says to a ticket that it refuses, does not ask again by itself, and does when somebody asks', async () => {
    const id = await workItem();
    const ticketId = await askForTicket(service.a.member, id, { tracker_id: boardTracker.id });
    const errors = { customfield_10010: 'Team is required.' };
    board.disturb('POST', /\/issue$/, { status: 400, body: { errorMessages: [], errors } });
    await sync();
    expect(await ticketsOf(service.a.member, id)).toMatchObject([
      { status: 'failed', error: 'answered 400: customfield_10010: Team is required.' },
    ]);
    board.requests.length = 0;
    await sync(600 * MINUTE_MS);
    expect(board.requests).toEqual([]);
    await service.a.member.post(`/api/tickets/${ticketId}/refresh`);
    await sync();
    expect(await ticketsOf(service.a.member, id)).toMatchObject([{ status: 'linked', error: null }]);
  });

  it('links an issue that is there, by its address, and takes over that it is closed', async () => {
    const { key } = await linked(codeTracker.id);
    code.change(Number(key), 'closed', 'completed');
    const id = await workItem();
    const url = `https://github.example/${GithubServer.REPOSITORY}/issues/${key}`;
    await askForTicket(service.a.member, id, { tracker_id: codeTracker.id, key: url });
    await sync();
    expect(await ticketsOf(service.a.member, id)).toMatchObject([{ status: 'linked', key }]);
    expect(await stateOf(id)).toBe('done');
    const again = await service.a.member.post(`/api/work-items/${id}/tickets`, { tracker_id: codeTracker.id, key });
    expect(again.status).toBe(409);
  });

  it('says that a ticket is gone, and leaves the work item as it is', async () => {
    const { id, ticketId, key } = await linked(codeTracker.id);
    code.issues.splice(
      code.issues.findIndex(({ number }) => String(number) === key),
      1,
      { ...code.issues[0], number: 9_000 + Number(key) } as never,
    );
    await service.a.member.post(`/api/tickets/${ticketId}/refresh`);
    await sync();
    expect(await ticketsOf(service.a.member, id)).toMatchObject([{ status: 'gone' }]);
    expect(await stateOf(id)).toBe('open');
  });

  it('unlinks a ticket, and leaves it in its tracker', async () => {
    const { id, ticketId } = await linked(codeTracker.id);
    const before = structuredClone(code.issues);
    expect((await service.a.member.send('DELETE', `/api/tickets/${ticketId}`)).status).toBe(204);
    await update(service.a.member, { workItemId: id, state: 'done' });
    await sync();
    expect(await ticketsOf(service.a.member, id)).toEqual([]);
    expect(code.issues).toEqual(before);
  });
});

/** A time in some seconds, as seconds since the epoch. */
function soon(seconds: number): string {
  return String(Math.floor(Date.now() / 1_000) + seconds);
}
