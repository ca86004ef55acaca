/** Sentences of reports on single controls: findings, advice, and where a severity comes from. */
export const reportFindings = {
  outOfScope: 'Out of scope.',
  outOfScopeBecause: 'Out of scope: {{reason}}',
  named: '{{finding}} {{checks}}.',
  check_one: '{{title}} ({{count}} resource)',
  check_other: '{{title}} ({{count}} resources)',
  assessed: {
    compliant: '{{universalControl}} was assessed as compliant.{{details}}',
    partially_compliant: '{{universalControl}} was assessed as partially compliant.{{details}}',
    non_compliant: '{{universalControl}} was assessed as non compliant.{{details}}',
  },
  notShownByTests: 'Tests do not show all that this control asks for, and nobody has assessed it.',
  noCheck: 'No automated check decides this control, and nobody has assessed it.',
  several: 'Decided by several integrations together.',
  scan: {
    failed_one: '{{count}} check of {{ran}} failed on {{resources}}: {{titles}}.',
    failed_other: '{{count}} checks of {{ran}} failed on {{resources}}: {{titles}}.',
    passed_one: '{{count}} check passed on {{resources}}.',
    passed_other: '{{count}} checks passed on {{resources}}.',
    manual: 'Tests cannot show this control: a person has to assess it.',
    noCheck: 'No check of a connected integration decides this control.',
    partly_one: '{{passed}} of {{count}} check passed{{rest}}: this does not show all that the control asks for.',
    partly_other: '{{passed}} of {{count}} checks passed{{rest}}: this does not show all that the control asks for.',
    withheld: ', {{number}} could not look ({{reasons}})',
    missing: ', {{number}} did not run',
    supporting_one: ' {{count}} other check ran and is evidence for it.',
    supporting_other: ' {{count}} other checks ran and are evidence for it.',
    accepted_one: ' Findings on {{count}} resource are accepted.',
    accepted_other: ' Findings on {{count}} resources are accepted.',
    resource_one: '{{count}} resource',
    resource_other: '{{count}} resources',
    more: '; and {{number}} more',
  },
  basis: {
    all: ' It rests on: {{assessments}}.',
    assessment: '{{universalControl}} by {{by}}, {{at}}, {{note}}, {{evidence}}',
    unknown: 'somebody whose account is gone',
    note: 'with a note',
    noNote: 'without a note',
    evidence_one: '{{count}} artifact',
    evidence_other: '{{count}} artifacts',
  },
  justification: 'It applies: no decision leaves it out. No reason for its inclusion was given.',
  advice: {
    renewByScan: 'Scan again, or upload what shows the control as it is today.',
    renew: 'Upload what shows the control as it is today.',
    connect: 'Connect an integration that looks at this control, or upload what shows it.',
    upload: 'No automated check reaches this control: upload a policy, a record or a screenshot that shows it.',
  },
  severityBasis: {
    nonCompliant: 'assessed as non-compliant',
    partiallyCompliant: 'assessed as partially compliant',
    failingCheck: 'worst failing check',
    notStated: 'not stated by the scanner',
    decidingCheck: 'worst check that could decide it',
    noCheck: 'no check decides it; to be assessed',
  },
  priority:
    'Priority = severity (critical 40, high 30, medium 20, low 10, informational 0) ' +
    '+ 2 for each active framework that gains from the same fix ' +
    '+ effort (minutes 6, a day 3, a project 0). ' +
    'Failed controls come first, then those that nothing has looked at; then the higher priority; ' +
    'then the control id. A fix that helps many frameworks or costs little can overtake one step of severity, never two.',
};
