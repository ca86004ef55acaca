import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ShiftedClock } from '../auth/shifted-clock.js';
import { controlId } from '../catalogue/shipped.js';
import { openFeatures, type OpenFeatures } from '../support/features.js';
import { runPools } from '../support/pools.js';
import { startService, type TestService } from '../support/service.js';
import { create as createWorkItem } from '../work-items/work-items.js';
import { GithubServer } from './github-server.js';
import { JiraServer } from './jira-server.js';
import { askForTicket, connectTracker, github, jira, sendHook, TRACKERS, type Tracker } from './tickets.js';

const MINUTE_MS = 60_000;

describe('trackers', () => {
  const clock = new ShiftedClock();
  let service: TestService;
  let open: OpenFeatures;
  let code: GithubServer;
  let board: JiraServer;
  let codeTracker: Tracker;
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

  const look = (shiftMs = 0) => clock.at(shiftMs, () => runPools(open.features.tickets.services.trackerReader.pool));

  it('names the account that a token belongs to', () => {
    expect(codeTracker).toMatchObject({ identity: 'crosswalk-bot', state: 'active' });
    expect(boardTracker).toMatchObject({ identity: 'Crosswalk Bot', state: 'active' });
  });

  it.each([
    [
      'a token that GitHub refuses',
      () => ({ ...github(code), token: 'github_pat_of_nobody' }),
      '/token',
      'Bad credentials',
    ],
    ['a repository that is not there', () => ({ ...github(code), project: 'acme/other' }), '/project', '404'],
    ['an issue type that the project lacks', () => ({ ...jira(board), issue_type: 'Epic' }), '/project', 'Task'],
    ['an address with a query', () => ({ ...jira(board), address: `${board.url}/?a=1` }), '/address', 'query'],
    ['a project that is no key', () => ({ ...jira(board), project: 'ENG" OR "1' }), '/project', 'key of a project'],
  ])('stores nothing of a tracker with %s, and says why', async (_what, body, field, message) => {
    const before = await service.a.admin.rest<Tracker[]>(TRACKERS);
    const answer = await service.a.admin.post(TRACKERS, body());
    expect(answer.status).toBe(400);
    const details: unknown[] = [{ field, message: expect.stringContaining(message) as string }];
    expect(answer.body).toMatchObject({ error: { code: 'VALIDATION_FAILED', details } });
    expect(await service.a.admin.rest<Tracker[]>(TRACKERS)).toEqual(before);
  });

  it('refuses a project in which the account may not create issues, and names the permission', async () => {
    board.permissions = { ...board.permissions, CREATE_ISSUES: false };
    const answer = await service.a.admin.post(TRACKERS, jira(board));
    board.permissions = { ...board.permissions, CREATE_ISSUES: true };
    expect(answer.text).toContain('CREATE_ISSUES');
    expect(answer.status).toBe(400);
  });

  it.each(['a\0b', 'a\ud800', 'x'.repeat(300)])('says that it cannot store the name of an account', async (name) => {
    board.displayName = name;
    const answer = await service.a.admin.post(TRACKERS, jira(board));
    board.displayName = 'Crosswalk Bot';
    expect(answer.text).toContain('its answer has a text that is too long or has characters that cannot be stored');
    expect(answer.status).toBeLessThan(500);
  });

  it('sends a stored token to no new address', async () => {
    const tracker = await connectTracker(service.b.admin, github(code));
    const elsewhere = await GithubServer.start();
    const answer = await service.b.admin.put(`${TRACKERS}/${tracker.id}`, { address: elsewhere.url });
    expect(answer.body).toMatchObject({ data: { state: 'needs_token', identity: null } });
    await look(10 * MINUTE_MS);
    expect(elsewhere.requests).toEqual([]);
    const given = await service.b.admin.put(`${TRACKERS}/${tracker.id}`, { token: GithubServer.TOKEN });
    expect(given.body).toMatchObject({ data: { state: 'active' } });
    await elsewhere.stop();
  });

  it('keeps the project of a tracker that has tickets', async () => {
    const about = { title: 'Turn on MFA', controlId: controlId('soc2', 'CC6.1') };
    const { id } = await createWorkItem(service.a.member, about);
    await askForTicket(service.a.member, id, { tracker_id: boardTracker.id });
    const answer = await service.a.admin.put(`${TRACKERS}/${boardTracker.id}`, { project: 'OTHER' });
    expect(answer.body).toMatchObject({ error: { code: 'CONFLICT' } });
  });

  it('signs with a new secret once it is made again, and with the old one no more', async () => {
    const tracker = await connectTracker(service.b.admin, github(code));
    const answer = await service.b.admin.post(`${TRACKERS}/${tracker.id}/rotate-hook-secret`);
    const { hook_secret: secret } = (answer.body as { data: { hook_secret: string } }).data;
    expect((await sendHook(tracker, {}, secret)).status).toBe(204);
    expect((await sendHook(tracker, {})).status).toBe(404);
  });

  it('says that a tracker fails, and why, until it answers again', async () => {
    const away = await GithubServer.start();
    const { id } = await connectTracker(service.a.admin, github(away));
    const tracker = () => service.a.admin.rest<Tracker>(`${TRACKERS}/${id}`);
    away.disturb('GET', /\/issues$/, { status: 503, body: { message: 'Unicorn' } });
    await look(20 * MINUTE_MS);
    expect(await tracker()).toMatchObject({ state: 'failing', last_error: 'answered 503: Unicorn' });
    // Another name is no answer.
    await service.a.admin.put(`${TRACKERS}/${id}`, { name: 'Code of the platform' });
    expect(await tracker()).toMatchObject({ state: 'failing', name: 'Code of the platform' });
    await look(40 * MINUTE_MS);
    expect(await tracker()).toMatchObject({ state: 'active', last_error: null });
    await away.stop();
  });

  it.each([
    ['GitHub', () => github(code), GithubServer.TOKEN],
    ['Jira', () => jira(board), Buffer.from(`${JiraServer.EMAIL}:${JiraServer.TOKEN}`).toString('base64')],
  ])('show no secret that %s repeats in its answer', async (kind, body, secret) => {
    const server = kind === 'GitHub' ? code : board;
    server.disturb('GET', /./, { status: 401, body: { message: `${secret} is not valid here` } });
    const { text } = await service.b.admin.post(TRACKERS, body());
    expect(text).toContain('[redacted] is not valid here');
    expect(text).not.toContain(secret);
  });

  it('refuse a change where somebody else has changed their settings while they were asked', async () => {
    const { id } = await connectTracker(service.b.admin, github(code));
    code.beforeNext('GET', /^\/repos\//, async () => {
      const elsewhere = await service.b.admin.put(`${TRACKERS}/${id}`, { address: 'https://8.8.8.8' });
      expect(elsewhere.status).toBe(200);
    });
    const answer = await service.b.admin.put(`${TRACKERS}/${id}`, { name: 'Mine', token: GithubServer.TOKEN });
    expect(answer.body).toMatchObject({ error: { code: 'CONFLICT' } });
    const { state, name } = await service.b.admin.rest<Tracker>(`${TRACKERS}/${id}`);
    expect([state, name]).toEqual(['needs_token', 'Code']);
  });
});
