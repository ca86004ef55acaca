import { compliant, type Assessed } from './assessed.js';

/** Assessments of a working day of the history: of universal controls that no check evaluates, so that no scan overrides them. */
export interface AuditDay {
  /** The scan of that day, counted from 0. */
  afterScan: number;
  assessed: readonly Assessed[];
}

/** The audit of the 30 days, topic by topic. */
export const AUDIT_DAYS: readonly AuditDay[] = [
  {
    afterScan: 1,
    assessed: [
      compliant('UCF-IAM-01', 'Access control policy of May and the role model match what the directory grants.'),
      compliant('UCF-IAM-03', 'Fifteen access requests sampled: approved by the data owner before access was given.'),
      compliant('UCF-IAM-13', 'Break-glass accounts are sealed; the one use of August was reviewed the next day.'),
    ],
  },
  {
    afterScan: 3,
    assessed: [
      compliant('UCF-AWT-01', 'Training records of 40 people sampled in both clinics: all complete.'),
      compliant('UCF-HRS-08', 'Trainees and agency staff work under a named supervisor; rosters of two weeks checked.'),
    ],
  },
  {
    afterScan: 4,
    assessed: [
      compliant('UCF-DAT-01', 'Four classes with examples; 20 documents sampled carry the right one.'),
      compliant('UCF-DAT-02', 'Labels and handling rules followed on the ward, in mail and in the archive room.'),
      compliant('UCF-DAT-03', 'Retention schedule covers all 23 collections; two were followed to their deletion.'),
      compliant(
        'UCF-DAT-04',
        'Deletion records of August: patient exports are gone from disk and from backups after 35 days.',
      ),
    ],
  },
  {
    afterScan: 6,
    assessed: [
      compliant(
        'UCF-BCM-03',
        'Recovery plan names order, people and times; it was last changed after the test of June.',
      ),
      compliant('UCF-BCM-05', 'Failover test of June: the patient portal was back after 47 minutes, target 60.'),
      compliant('UCF-BCM-07', 'Three restores of this quarter compared record by record with production: equal.'),
    ],
  },
  {
    afterScan: 7,
    assessed: [
      {
        code: 'UCF-PHY-02',
        status: 'partially_compliant',
        details: 'Badges work at every door; the visitors’ log of the Leipzig clinic has no entries for two weeks.',
      },
      compliant('UCF-PHY-04', 'Door logs and cameras of both server rooms cover the last 90 days without a gap.'),
      compliant('UCF-PHY-05', 'Deliveries stop at the ramp; nobody was met alone in a secure area in two visits.'),
    ],
  },
  {
    afterScan: 9,
    assessed: [
      compliant('UCF-IRM-03', 'Ten events of the quarter sampled: triaged within the hour, severity as the plan says.'),
      compliant('UCF-IRM-04', 'Records of two incidents read: contained, cleaned and closed with an approval each.'),
      compliant('UCF-IRM-07', 'Table-top exercise of October with both clinics; minutes and four actions seen.'),
      compliant(
        'UCF-IRM-08',
        'Lessons of the last three incidents changed the runbooks; the changes were found there.',
      ),
    ],
  },
  {
    afterScan: 10,
    assessed: [
      compliant('UCF-PRI-08', 'Twelve requests for access answered within 30 days, the slowest after 19.'),
      compliant('UCF-PRI-09', 'Five corrections followed into the record and to the laboratory that had the data.'),
      compliant(
        'UCF-PRI-12',
        'Complaints register is complete; each of the six was answered and none had a consequence.',
      ),
    ],
  },
  {
    afterScan: 11,
    assessed: [
      compliant(
        'UCF-RSK-02',
        'The yearly risk assessment covers all systems with patient data and was signed by the management.',
      ),
      compliant('UCF-RSK-03', 'Of 18 treatments due this year 16 are done; the other two have an approved new date.'),
      compliant(
        'UCF-RSK-07',
        'Risk notes of ten changes and three exceptions sampled: all written before the approval.',
      ),
    ],
  },
  {
    afterScan: 12,
    assessed: [
      compliant(
        'UCF-TPR-04',
        'Contracts of the ten suppliers with patient data have the security terms of the template.',
      ),
      compliant('UCF-TPR-05', 'Business associate contracts of all nine associates are signed and current.'),
      compliant('UCF-TPR-08', 'Responsibilities shared with the cloud provider are written down service by service.'),
    ],
  },
];
