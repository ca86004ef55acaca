/** Headings and sentences of the sections of reports, by type. */
export const reportSections = {
  shared: {
    barTitle: 'Share of passed controls',
    barNote: '{{passed}} of {{total}}, {{assured}} in full',
    severity: 'Severity',
    effort: 'Effort',
    priority: 'Priority',
    exceptions: 'Exceptions',
    inForce_one: '{{count}} exception in force: the failing findings that they cover count like no result.',
    inForce_other: '{{count}} exceptions in force: the failing findings that they cover count like no result.',
  },
  compliance: {
    byCategory: 'By category',
    byCategoryIntro: 'The categories are the framework’s own.',
    controls: 'Controls',
    controlsIntro: 'Every control of the framework with its status, and what decided it.',
    remediation: 'Remediation',
    remediationIntro_one:
      '{{count}} failed control, most urgent first. The gap analysis has the steps, and says what the order rests on.',
    remediationIntro_other:
      '{{count}} failed controls, most urgent first. The gap analysis has the steps, and says what the order rests on.',
    evidence: 'Evidence',
    evidenceIntro_one: '{{count}} artifact: of each control the newest. The addresses need a token.',
    evidenceIntro_other: '{{count}} artifacts: of each control the newest. The addresses need a token.',
  },
  gaps: {
    title: 'Unmet controls by priority',
    intro_one: '{{count}} control not met: {{failed}} failed, {{open}} that nothing has looked at.',
    intro_other: '{{count}} controls not met: {{failed}} failed, {{open}} that nothing has looked at.',
    unmet: 'unmet controls',
    toDo: 'What to do',
    toDoIntro: 'The failed controls in the order of their rank, with what failed and the steps that mend it.',
    affected: 'Affected: {{names}}.',
    affectedAndMore: 'Affected: {{names}}, and {{more}} more.',
    gains: 'Gains',
  },
  executive: {
    glance: 'At a glance',
    glanceIntro_one:
      '{{count}} control of {{total}} of {{framework}} passed: ' +
      '{{assured}} of these are shown in full, an assured score of {{assuredScore}}; ' +
      'with the others the score is {{score}}{{moved}}. {{failed}}, ' +
      '{{grave}} of them critical or high. For {{open}} nothing is known yet.',
    glanceIntro_other:
      '{{count}} controls of {{total}} of {{framework}} passed: ' +
      '{{assured}} of these are shown in full, an assured score of {{assuredScore}}; ' +
      'with the others the score is {{score}}{{moved}}. {{failed}}, ' +
      '{{grave}} of them critical or high. For {{open}} nothing is known yet.',
    glanceFailed_one: '{{count}} control failed',
    glanceFailed_other: '{{count}} controls failed',
    more: ', {{points}} points more than after the scan before',
    less: ', {{points}} points less than after the scan before',
    coverage: 'Coverage',
    coverageNote: 'controls with a status',
    freshness: 'Freshness',
    freshnessNote: 'of these decided in date',
    assuredBefore: 'Assured before',
    assuredBeforeNote: 'assured score',
    before: 'Before',
    beforeNote: 'score',
    change: 'Change',
    changeNote: 'points',
    none: 'none',
    failedControls: 'failed controls',
    trend: 'Trend',
    trendIntro: 'The assured score and the score after each of the last {{scans}} scans.',
    firstScan: 'There is one scan so far; the next ones will show where this is going.',
    assuredTrend: 'Assured score after each scan',
    assuredTrendNote: '{{assured}} shown in full',
    scoreTrend: 'Score after each scan',
    scoreTrendNote: '{{passed}} passed',
    risks: 'Top risks',
    risksIntro:
      'The failed controls that matter most, by severity, by how many frameworks gain from the fix, and by effort.',
    categories: 'Strongest and weakest categories',
    categoriesIntro: 'By the share of their controls that passed.',
    strongest: 'Strongest',
    weakest: 'Weakest',
    changes: 'What changed',
    changesIntro:
      'Since the scan of {{since}}: {{improved}} improved, {{worsened}} worsened, {{other}} changed otherwise.',
    noEarlier: 'There is no earlier scan to compare with.',
  },
  /** Rows of the sheet of figures. */
  figure: {
    assured_score: 'Assured score',
    previous_assured_score: 'Assured score before',
    score: 'Compliance score',
    previous_score: 'Compliance score before',
    score_change: 'Change of the compliance score, points',
    coverage_percentage: 'Coverage, percent',
    freshness_percentage: 'Freshness, percent',
    failed: 'Failed controls: {{severity}}',
    improved_controls: 'Controls that improved',
    worsened_controls: 'Controls that worsened',
    assuredScoreAt: 'Assured score, scan of {{moment}}',
    scoreAt: 'Compliance score, scan of {{moment}}',
    strongest: 'Strongest category: {{category}}',
    weakest: 'Weakest category: {{category}}',
    risk: 'Priority of the top risk {{control}}',
  },
  evidence: {
    completeness: 'Completeness',
    completenessIntro_one: '{{count}} control of {{total}} can be shown with evidence that is in date: {{share}}.',
    completenessIntro_other: '{{count}} controls of {{total}} can be shown with evidence that is in date: {{share}}.',
    inDate: 'In date',
    outOfDate: 'Out of date',
    missing: 'Missing',
    withUploads: 'With uploads',
    controls: 'controls',
    bars: 'Controls with evidence in date, by category',
    barNote: '{{inDate}} of {{total}}',
    gaps: 'Gaps',
    gapsIntro_one: '{{count}} applicable control without evidence that is in date.',
    gapsIntro_other: '{{count}} applicable controls without evidence that is in date.',
    byControl: 'Evidence by control',
    byControlIntro:
      'Everything is counted. Scan results are in date for 30 days, uploads until they expire or for a year where they do not say.',
    artifacts: 'Artifacts',
    artifactsIntro:
      'Of each control the three newest automatic artifacts and the twenty newest uploads. The addresses need a token.',
  },
  applicability: {
    title: 'Applicability',
    intro_one:
      '{{count}} control of {{total}} apply, {{implemented}} of them are implemented; {{excluded}} are left out.',
    intro_other:
      '{{count}} controls of {{total}} apply, {{implemented}} of them are implemented; {{excluded}} are left out.',
    withoutReason_one: 'Of {{count}} applicable control no reason for its inclusion was given.',
    withoutReason_other: 'Of {{count}} applicable controls no reason for their inclusion was given.',
    sprs: 'SPRS score',
    sprsIntro: 'Level 2 of CMMC, by 32 CFR 170.24. What nobody has looked at counts as not implemented.',
    sprsNone: 'There is no score without a system security plan: CA.L2-3.12.4 has to be passed first.',
    sprsScore: '{{score}} of {{max}}.',
    sprsAssured_one:
      '{{score}} of {{max}} where only requirements shown in full count as implemented: {{count}} more point lost to those shown in part.',
    sprsAssured_other:
      '{{score}} of {{max}} where only requirements shown in full count as implemented: {{count}} more points lost to those shown in part.',
    sprsAssuredNone: 'No assured score: the system security plan (CA.L2-3.12.4) is not shown in full.',
    sprsLost_one: '{{count}} point lost to failed requirements, {{open}} to requirements that are not assessed.',
    sprsLost_other: '{{count}} points lost to failed requirements, {{open}} to requirements that are not assessed.',
    sprsInPart_one:
      '{{count}} point lost to what is declared as implemented in part: {{controls}}. The assured score loses all points of these.',
    sprsInPart_other:
      '{{count}} points lost to what is declared as implemented in part: {{controls}}. The assured score loses all points of these.',
  },
};
