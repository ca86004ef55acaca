import { compliant, type Assessed } from './assessed.js';

/**
 * Assessments that the demo organization begins with. Most controls of the frameworks are not shown by tests alone: with these,
 * each framework has passed controls after the first scan. No check decides elements of these universal controls.
 */
export const FIRST_ASSESSMENTS: readonly Assessed[] = [
  // Governance, policies and risk
  compliant('UCF-GOV-01', 'Programme read: scope, owners, yearly plan; the last two plans were closed with a report.'),
  compliant(
    'UCF-GOV-02',
    'The managing directors signed the commitment and decided on four security matters this year.',
  ),
  compliant(
    'UCF-GOV-03',
    'Minutes of the last four management reviews read: set agenda, decisions with owners, all of them followed up.',
  ),
  compliant(
    'UCF-GOV-04',
    'Role descriptions of security, privacy and operations name people; each of them confirmed theirs.',
  ),
  compliant(
    'UCF-GOV-06',
    'The scope names both clinics, the billing service and what is left out, with the reason for each.',
  ),
  compliant(
    'UCF-GOV-13',
    'List of authorities and interest groups with contacts; two of the numbers called, both answered.',
  ),
  compliant('UCF-POL-01', 'The policy is signed, on the intranet and acknowledged by 118 of 118 employees.'),
  compliant(
    'UCF-POL-02',
    'All 14 policies were reviewed within a year; changes and their approval are in the register.',
  ),
  compliant(
    'UCF-POL-06',
    'Acceptable use rules are part of the welcome day; 12 acknowledgements sampled, none missing.',
  ),
  compliant(
    'UCF-RSK-01',
    'Method, scales and appetite are approved; the criteria were used alike in the ten risks sampled.',
  ),
  compliant('UCF-RSK-04', 'Register of 41 risks with owners; the top ten are reported to the management each quarter.'),
  compliant(
    'UCF-CMP-01',
    'Register of laws and contracts, checked by counsel in April; patient data law of both states is in it.',
  ),
  compliant(
    'UCF-CMP-02',
    'Licences of clinical software counted against installations: none is used beyond what was bought.',
  ),
  compliant(
    'UCF-CMP-04',
    'Last year’s internal audit was done by another department; its eight observations have owners and dates.',
  ),
  // People
  compliant(
    'UCF-AWT-02',
    'Developers, nurses and facility staff have trainings of their own; records of 20 people sampled.',
  ),
  compliant('UCF-AWT-03', 'Two phishing exercises this year; who clicked was trained within a week.'),
  compliant(
    'UCF-HRS-01',
    'Files of 12 people hired this year sampled: references and certificates of conduct came before access.',
  ),
  compliant('UCF-HRS-02', 'Ten contracts sampled: each has the duties for patient data and the code of conduct.'),
  compliant(
    'UCF-HRS-03',
    'Confidentiality agreements of employees, trainees and visitors in surgery are signed and filed.',
  ),
  compliant('UCF-HRS-04', 'Interviewed five team leads: security duties are part of each yearly appraisal.'),
  compliant(
    'UCF-HRS-05',
    'Sanctions are agreed with the works council; the one case of this year was handled by them.',
  ),
  compliant(
    'UCF-HRS-06',
    'Ten leavers and six movers followed from HR’s message to the closed account: all on the same day.',
  ),
  compliant('UCF-HRS-07', 'Return forms of ten leavers match the inventory: laptops, badges and keys came back.'),
  // Assets, media and places
  compliant(
    'UCF-AST-01',
    'Inventory compared with the network scan and the shelves of one ward: 64 of 64 devices found.',
  ),
  compliant('UCF-AST-02', 'Data inventory names 23 collections with owner, place and legal basis; three were traced.'),
  compliant('UCF-AST-03', 'Diagrams of network and patient data flows are of May and match the routes of the account.'),
  compliant(
    'UCF-MED-01',
    'Cabinets with backup drives are locked; the list of who opened them is complete since January.',
  ),
  compliant('UCF-MED-02', 'Drives travel in sealed boxes with a courier’s receipt; the last eight receipts were seen.'),
  compliant(
    'UCF-MED-03',
    'Certificates of the disposal company for 31 drives match the inventory; shredders seen in both clinics.',
  ),
  compliant(
    'UCF-PHY-01',
    'Walked through both clinics with the facility manager: perimeter, locks and alarms are as the plan says.',
  ),
  compliant(
    'UCF-PHY-06',
    'Smoke, water and temperature sensors of the server rooms were tested in September; records seen.',
  ),
  compliant(
    'UCF-PHY-07',
    'Battery and generator carried the server room for an hour in the yearly test; cables are locked.',
  ),
  compliant('UCF-PHY-09', 'Evening walk through both clinics: no patient paper on desks, all screens locked.'),
  compliant(
    'UCF-MNT-01',
    'Maintenance log of imaging devices and cooling is complete; each visit has an order and a result.',
  ),
  compliant(
    'UCF-MNT-02',
    'Technicians of the imaging vendor are listed and escorted; their laptops are scanned on arrival.',
  ),
  // Operations
  compliant(
    'UCF-NET-04',
    'Network diagram compared with routes and firewalls: clinic, office and payment zones are apart.',
  ),
  compliant(
    'UCF-NET-05',
    'Wireless survey of both clinics in June: no foreign access point, guests reach the internet alone.',
  ),
  compliant('UCF-BCM-01', 'Continuity plans of reception, laboratory and billing are approved and at hand on paper.'),
  compliant(
    'UCF-BCM-02',
    'Impact analysis of this year: 17 processes with tolerable outage; the wards confirmed theirs.',
  ),
  compliant(
    'UCF-BCM-09',
    'Dashboards warn at 70 % of storage and computing; the forecast for the next four quarters is approved.',
  ),
  compliant(
    'UCF-IRM-01',
    'Plan of February with roles, severities and contacts; the people named in it knew their part.',
  ),
  compliant(
    'UCF-IRM-02',
    'The reporting button and hotline are known to 9 of 9 people asked; reports are answered within a day.',
  ),
  compliant(
    'UCF-IRM-09',
    'On-call roster has no gaps in the last quarter; the four responders were trained in spring.',
  ),
  compliant(
    'UCF-MON-04',
    'Advisories of the health sector’s CERT are read daily; 11 of them led to tickets this quarter.',
  ),
  compliant('UCF-CHG-03', 'Development, test and production are separate accounts; test holds no patient data.'),
  // Privacy and suppliers
  compliant('UCF-PRI-01', 'Privacy officer is appointed and independent; the privacy policies were renewed this year.'),
  compliant('UCF-PRI-02', 'Notice at reception and on the website is the approved version, in German and English.'),
  compliant('UCF-PRI-17', 'Privacy training records of 40 people sampled: all within twelve months.'),
  compliant('UCF-TPR-01', 'Third-party programme with tiers and owners; the yearly review of March is on file.'),
  compliant(
    'UCF-TPR-02',
    'List of 38 suppliers, tiered by access to patient data; five were checked against the ledger.',
  ),
  {
    code: 'UCF-TPR-03',
    status: 'partially_compliant',
    details:
      'The laboratory was examined before its contract was signed; of the billing clearing house there is no record.',
  },
];
