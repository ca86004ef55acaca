import { DAY } from '../../platform/clock.js';

/** A document that a member of the demo organization uploaded. */
export interface DemoDocument {
  fileName: string;
  title: string;
  text: string;
  /** Framework and code of the controls that it is evidence for. */
  controls: readonly (readonly [framework: string, code: string])[];
  /** Codes of the first assessments that rest on it. */
  assessments: readonly string[];
  /** Age when the organization was created. Milliseconds. */
  age: number;
  /** How long it counts after that. Milliseconds; null: without end. */
  lifetime: number | null;
}

/** Uploads of the first day. The training records end soon after the history, the penetration test ended before. */
export const DOCUMENTS: readonly DemoDocument[] = [
  {
    fileName: 'information-security-policy.md',
    title: 'Information security policy',
    text: `# Information security policy

Northwind Clinics protects what patients entrust to it: health records, pictures, bills.

1. Each system and each collection of data has an owner.
2. Access follows the role and ends with it.
3. Whoever notices a weakness or an incident reports it the same day.
4. The management reviews this policy once a year.

Approved by the managing directors.
`,
    controls: [
      ['soc2', 'CC5.3'],
      ['iso27001', 'A.5.1'],
    ],
    assessments: ['UCF-POL-01', 'UCF-POL-02'],
    age: 120 * DAY,
    lifetime: 245 * DAY,
  },
  {
    fileName: 'management-review.md',
    title: 'Minutes of the management review',
    text: `# Management review, third quarter

Present: managing directors, security, privacy, operations.

- Audit: eight observations, six closed.
- Risks: the top ten were discussed, one was accepted until spring.
- Decision: every console user gets a hardware key. Owner: operations.
`,
    controls: [
      ['soc2', 'CC1.2'],
      ['iso27001', 'A.5.4'],
    ],
    assessments: ['UCF-GOV-03'],
    age: 20 * DAY,
    lifetime: null,
  },
  {
    fileName: 'training-records.csv',
    title: 'Training records, both clinics',
    text: `clinic,team,people,trained
Hamburg,nursing,31,31
Hamburg,reception,8,8
Leipzig,nursing,27,27
Leipzig,laboratory,9,9
both,development,6,6
`,
    controls: [
      ['hipaa', '164.308(a)(5)(i)'],
      ['iso27001', 'A.6.3'],
    ],
    assessments: ['UCF-AWT-02', 'UCF-PRI-17'],
    age: 325 * DAY,
    lifetime: 40 * DAY,
  },
  {
    fileName: 'disposal-certificates.csv',
    title: 'Certificates of destroyed drives',
    text: `serial,kind,method,witness
NW-0311,disk,shredded,facility manager
NW-0318,disk,shredded,facility manager
NW-0402,backup drive,shredded,operations
`,
    controls: [['hipaa', '164.310(d)(2)(i)']],
    assessments: ['UCF-MED-03'],
    age: 45 * DAY,
    lifetime: null,
  },
  {
    fileName: 'risk-register.csv',
    title: 'Risk register, top ten',
    text: `rank,risk,owner,treatment
1,Ransomware reaches the imaging network,operations,segmentation and offline backups
2,A supplier loses patient data,privacy,contract terms and yearly examination
3,A former employee retains access,operations,closing accounts on the last day
`,
    controls: [['soc2', 'CC3.2']],
    assessments: ['UCF-RSK-01', 'UCF-RSK-04'],
    age: 30 * DAY,
    lifetime: 150 * DAY,
  },
  {
    fileName: 'network-zones.md',
    title: 'Network zones of both clinics',
    text: `# Network zones

| Zone | Holds | Reaches |
| --- | --- | --- |
| Clinic | imaging, laboratory, wards | records |
| Office | reception, accounting | records, internet by proxy |
| Payment | terminals | payment provider |
| Guest | visitors | internet |
`,
    controls: [['pci-dss', '1.2.3']],
    assessments: ['UCF-AST-03', 'UCF-NET-04'],
    age: 60 * DAY,
    lifetime: null,
  },
  {
    fileName: 'incident-response-plan.md',
    title: 'Incident response plan',
    text: `# Incident response plan

1. Whoever notices something calls the hotline.
2. The responder on call decides on the severity within an hour.
3. Privacy is called where patient data may be concerned.
4. Every incident ends with lessons that change a runbook.
`,
    controls: [
      ['soc2', 'CC7.4'],
      ['nist-csf', 'RS.MA-01'],
    ],
    assessments: ['UCF-IRM-01'],
    age: 90 * DAY,
    lifetime: 275 * DAY,
  },
  {
    fileName: 'penetration-test.md',
    title: 'Penetration test of the patient portal',
    text: `# Penetration test of the patient portal

Five testers' days, by a company from outside. Two findings of medium severity, both repaired and tested again.
`,
    controls: [['pci-dss', '11.4.3']],
    assessments: [],
    age: 345 * DAY,
    lifetime: 20 * DAY,
  },
];
