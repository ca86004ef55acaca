import type { AppContext } from '../context.js';
import type { AssessmentStatus } from '../modules/posture/assessment-status.js';
import { AssessmentService } from '../modules/ucf/assessment.service.js';
import type { Database } from '../platform/database/database.js';
import { DemoPeople } from './demo-people.js';
import { universalControlOf } from './demo-trail.js';

/** What the auditor of the demo organization found of a universal control. */
interface FirstAssessment {
  code: string;
  status: AssessmentStatus;
  details: string;
}

/**
 * Assessments that the demo organization begins with. Most controls of the frameworks are not shown by tests alone: with these,
 * each framework has passed controls after the first scan. No check decides elements of these universal controls.
 */
export const FIRST_ASSESSMENTS: readonly FirstAssessment[] = [
  {
    code: 'UCF-GOV-03',
    status: 'compliant',
    details:
      'Minutes of the last four management reviews read: set agenda, decisions with owners, all of them followed up.',
  },
  {
    code: 'UCF-HRS-01',
    status: 'compliant',
    details: 'Files of 12 people hired this year sampled: references and certificates of conduct came before access.',
  },
  {
    code: 'UCF-HRS-06',
    status: 'compliant',
    details: 'Ten leavers and six movers followed from HR’s message to the closed account: all on the same day.',
  },
  {
    code: 'UCF-MED-03',
    status: 'compliant',
    details: 'Certificates of the disposal company for 31 drives match the inventory; shredders seen in both clinics.',
  },
  {
    code: 'UCF-PHY-01',
    status: 'compliant',
    details: 'Walked through both clinics with the facility manager: perimeter, locks and alarms are as the plan says.',
  },
  {
    code: 'UCF-NET-04',
    status: 'compliant',
    details: 'Network diagram compared with routes and firewalls: clinic, office and payment zones are apart.',
  },
  {
    code: 'UCF-BCM-09',
    status: 'compliant',
    details: 'Dashboards warn at 70 % of storage and computing; the forecast for the next four quarters is approved.',
  },
  {
    code: 'UCF-TPR-03',
    status: 'partially_compliant',
    details:
      'The laboratory was examined before its contract was signed; of the billing clearing house there is no record.',
  },
];

/** Records the first assessments by the auditor of an organization that was just created, as of `at`. */
export async function recordFirstAssessments(
  { context, database }: { context: AppContext; database: Database },
  { tenantId, at }: { tenantId: string; at: Date },
): Promise<void> {
  await database.within({ kind: 'tenant', tenantId }, () =>
    database.fork().transactional(async (em) => {
      const ctx = await new DemoPeople(context, tenantId).contextOf(em, 'auditor', at);
      const assessments = new AssessmentService();
      for (const { code, status, details } of FIRST_ASSESSMENTS) {
        const universalControl = universalControlOf(ctx, { code });
        await assessments.create(ctx, { universalControl, status, details, evidenceIds: [] });
      }
    }),
  );
}
