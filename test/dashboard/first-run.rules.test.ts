import { describe, expect, it } from 'vitest';
import { stepsDone } from '../../src/dashboard/app/pages/posture/first-run.rules.js';

const MADE_AT = '2026-11-20T12:00:00.000Z';
const NOTHING = {
  organization: { createdAt: MADE_AT, usage: { users: 1 } },
  apiKeys: [],
  scans: { totalCount: 0, nodes: [] },
};

describe('the first steps', () => {
  it('are all open in a new organization', () => {
    expect(stepsDone(NOTHING, false)).toEqual({ data: false, scan: false, control: false, team: false });
  });

  it('mark "data" as done with one, or with a scan for users who cannot read integrations', () => {
    expect(stepsDone({ ...NOTHING, integrations: [{}] }, false).data).toBe(true);
    expect(stepsDone({ ...NOTHING, scans: { totalCount: 1, nodes: [{ status: 'failed' }] } }, false)).toMatchObject({
      data: true,
      scan: false,
    });
  });

  it('mark "scan" as done when one is completed', () => {
    expect(stepsDone({ ...NOTHING, scans: { totalCount: 1, nodes: [{ status: 'completed' }] } }, false).scan).toBe(
      true,
    );
  });

  it('mark "control" as done when this browser has opened a failing one', () => {
    expect(stepsDone(NOTHING, true).control).toBe(true);
  });

  it('mark "team" as done with a colleague, an invitation, or a key that was not created with the organization', () => {
    const two = { organization: { createdAt: MADE_AT, usage: { users: 2 } } };
    expect(stepsDone({ ...NOTHING, ...two }, false).team).toBe(true);
    expect(stepsDone({ ...NOTHING, invitations: [{}] }, false).team).toBe(true);
    expect(stepsDone({ ...NOTHING, apiKeys: [{ createdAt: '2026-11-20T12:00:02.000Z' }] }, false).team).toBe(false);
    expect(stepsDone({ ...NOTHING, apiKeys: [{ createdAt: '2026-11-20T12:05:00.000Z' }] }, false).team).toBe(true);
  });
});
