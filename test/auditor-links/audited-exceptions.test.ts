import { describe, expect, it } from 'vitest';
import { AUDIT_TRAIL } from '../catalogue/decided.js';
import { accepted, dayAhead, proposal } from '../exceptions/exceptions.js';
import { FedTenants } from '../integrations/fed-tenants.js';
import { fails, passes } from '../integrations/reports.js';
import { createLink, openLink } from './auditor-links.js';

const RISKS = `{ auditedFramework { exceptions {
  title fault severity resource reason compensatingMeasure owner approvedBy expiresOn } } }`;

describe('the accepted risks of an auditor', () => {
  const fed = FedTenants.set();

  it('say what is wrong and how grave it is, what limits it, and who owns and approved it', async () => {
    await fed.feed(fails('r-1'), passes('r-2'));
    const terms = { compensatingMeasure: 'The trail of the other regions.', expiresOn: dayAhead(30) };
    await accepted(fed.tenant, proposal(AUDIT_TRAIL.prowler, terms));
    const { secret } = await createLink(fed.tenant.admin);
    const auditor = await openLink(fed.service, secret);
    const { auditedFramework } = await auditor.data<{ auditedFramework: { exceptions: object[] } }>(RISKS);
    expect(auditedFramework.exceptions).toEqual([
      {
        ...{
          title: expect.any(String) as string,
          fault: `About ${AUDIT_TRAIL.prowler}`,
          severity: 'high',
          resource: 'r-1',
        },
        ...{ reason: 'The account is closed next month.', ...terms },
        ...{
          owner: expect.stringMatching(/member$/) as string,
          approvedBy: expect.stringMatching(/auditor$/) as string,
        },
      },
    ]);
  });
});
