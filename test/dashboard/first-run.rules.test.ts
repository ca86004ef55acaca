import { describe, expect, it } from 'vitest';
import { stepsDone } from '../../src/dashboard/app/pages/posture/first-run.rules.js';

const MADE_AT = '2026-11-20T12:00:00.000Z';
const NOTHING = { organization: { createdAt: MADE_AT }, apiKeys: [], scans: { totalCount: 0, nodes: [] } };

describe('the first steps', () => {
  it('are all to do in a new organization', () => {
    expect(stepsDone(NOTHING, false)).toEqual({ data: false, scan: false, control: false, team: false });
  });

  it('have data with an integration, or with a scan for who may not read integrations', () => {
    expect(stepsDone({ ...NOTHING, integrations: [{}] }, false).data).toBe(true);
    expect(stepsDone({ ...NOTHING, scans: { totalCount: 1, nodes: [{ status: 'failed' }] } }, false)).toMatchObject({
      data: true,
      scan: false,
    });
  });

  it('have a scan when one is completed', () => {
    expect(stepsDone({ ...NOTHING, scans: { totalCount: 1, nodes: [{ status: 'completed' }] } }, false).scan).toBe(
      true,
    );
  });

  it('have a control when this browser remembers one', () => {
    expect(stepsDone(NOTHING, true).control).toBe(true);
  });

  it('have company with an invitation, or a key that did not come with the organization', () => {
    expect(stepsDone({ ...NOTHING, invitations: [{}] }, false).team).toBe(true);
    expect(stepsDone({ ...NOTHING, apiKeys: [{ createdAt: '2026-11-20T12:00:02.000Z' }] }, false).team).toBe(false);
    expect(stepsDone({ ...NOTHING, apiKeys: [{ createdAt: '2026-11-20T12:05:00.000Z' }] }, false).team).toBe(true);
  });
});
