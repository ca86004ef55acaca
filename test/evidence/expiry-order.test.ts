import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { file, uploaded } from './form.js';

interface Listed {
  id: string;
  title: string;
}

/** Titles, in the order of their upload, with the days on which they expire. */
const UPLOADS = [
  ['late', '2199-06-01'],
  ['never, older', null],
  ['soon', '2099-01-01'],
  ['never, newer', null],
  ['same day, older', '2150-01-01'],
  ['same day, newer', '2150-01-01'],
  ['in the year 9999', '9999-12-31'],
] as const;
const BY_EXPIRY = [
  ...['soon', 'same day, newer', 'same day, older', 'late', 'in the year 9999'],
  ...['never, newer', 'never, older'],
];

describe('uploads by expiry', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
    const { admin } = service.a;
    for (const [title, expiresAt] of UPLOADS) {
      const fields: { name: string; content: string }[] = [{ name: 'title', content: title }];
      if (expiresAt !== null) fields.push({ name: 'expires_at', content: expiresAt });
      await uploaded(admin, file(title), ...fields);
    }
    await connect(admin, 'demo');
    await runScan(admin);
  });
  afterAll(() => service.stop());

  const listed = async (query: string) =>
    (await service.a.member.rest<Listed[]>(`/api/evidence?type=manual&${query}`)).map(({ title }) => title);

  it('are listed as they expire, those of a moment newest first, and those that never expire last', async () => {
    expect(await listed('order_by=expiry')).toEqual(BY_EXPIRY);
    expect(await listed('order_by=newest')).toEqual(UPLOADS.map(([title]) => title).toReversed());
  });

  it.each([1, 2, 3])('are listed once in pages of %s', async (first) => {
    const query = `query ($first: Int, $after: String) { evidenceList(type: manual, orderBy: expiry, first: $first, after: $after) {
      totalCount nodes { title } pageInfo { hasNextPage endCursor } } }`;
    const titles: string[] = [];
    for (let after: string | null = null, hasNext = true; hasNext;) {
      const { evidenceList }: { evidenceList: Page } = await service.a.member.data(query, { first, after });
      expect(evidenceList.totalCount).toBe(BY_EXPIRY.length);
      titles.push(...evidenceList.nodes.map(({ title }) => title));
      after = evidenceList.pageInfo.endCursor;
      hasNext = evidenceList.pageInfo.hasNextPage;
    }
    expect(titles).toEqual(BY_EXPIRY);
  });

  it('skip the first of them, and keep to a range', async () => {
    expect(await listed('order_by=expiry&offset=4')).toEqual(BY_EXPIRY.slice(4));
    expect(await listed('order_by=expiry&expires_from=2100-01-01T00:00:00Z')).toEqual(BY_EXPIRY.slice(1, 5));
  });

  it('have, once a document has a newer version, that one alone', async () => {
    const { admin } = service.b;
    const first = await uploaded(
      admin,
      file('1'),
      { name: 'title', content: 'Old' },
      { name: 'expires_at', content: '2099-01-01' },
    );
    const version = [
      { name: 'version_of', content: first.id },
      { name: 'title', content: 'New' },
    ];
    await uploaded(admin, file('2'), ...version);
    const found = await admin.rest<Listed[]>('/api/evidence?type=manual&order_by=expiry');
    expect(found.map(({ title }) => title)).toEqual(['New']);
  });

  it.each([
    'order_by=expiry',
    'type=auto&order_by=expiry',
    'type=manual&order_by=expiry&after=WyIyMDI2LTAyLTMwIiwxLCJ4Il0',
  ])('are refused to %s', async (query) => {
    const { status, body } = await service.a.member.get(`/api/evidence?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 'VALIDATION_FAILED' } });
  });
});

interface Page {
  totalCount: number;
  nodes: Listed[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}
