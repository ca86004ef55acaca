import type { reportSections as english } from '../en/report-sections.js';

/** Headings and sentences of the sections of reports, by type. */
export const reportSections: typeof english = {
  shared: {
    barTitle: 'Anteil der erfüllten Anforderungen',
    barNote: '{{passed}} von {{total}}, {{assured}} ganz',
    severity: 'Schweregrad',
    effort: 'Aufwand',
    priority: 'Priorität',
    exceptions: 'Ausnahmen',
    inForce_one: '{{count, number}} Ausnahme in Kraft: Die Befunde, die sie abdeckt, zählen wie kein Ergebnis.',
    inForce_other: '{{count, number}} Ausnahmen in Kraft: Die Befunde, die sie abdecken, zählen wie kein Ergebnis.',
  },
  compliance: {
    byCategory: 'Nach Kategorie',
    byCategoryIntro: 'Die Kategorien sind die des Rahmenwerks.',
    controls: 'Anforderungen',
    controlsIntro: 'Jede Anforderung des Rahmenwerks mit ihrem Status und dem, was darüber entschieden hat.',
    remediation: 'Behebung',
    remediationIntro_one:
      '{{count, number}} nicht erfüllte Anforderung, die dringendste zuerst. Die Schritte stehen in der Lückenanalyse, und auch, worauf die Reihenfolge beruht.',
    remediationIntro_other:
      '{{count, number}} nicht erfüllte Anforderungen, die dringendste zuerst. Die Schritte stehen in der Lückenanalyse, und auch, worauf die Reihenfolge beruht.',
    evidence: 'Nachweise',
    evidenceIntro_one:
      '{{count, number}} Nachweis: zu jeder Anforderung die neuesten. Die Adressen verlangen ein Token.',
    evidenceIntro_other:
      '{{count, number}} Nachweise: zu jeder Anforderung die neuesten. Die Adressen verlangen ein Token.',
  },
  gaps: {
    title: 'Offene Anforderungen nach Priorität',
    intro_one: '{{count, number}} offene Anforderung: {{failed}} nicht erfüllt, {{open}} noch von niemandem geprüft.',
    intro_other:
      '{{count, number}} offene Anforderungen: {{failed}} nicht erfüllt, {{open}} noch von niemandem geprüft.',
    unmet: 'noch offen',
    toDo: 'Was zu tun ist',
    toDoIntro:
      'Die nicht erfüllten Anforderungen nach Rang, mit dem, was den Mangel ausmacht, und den Schritten, die ihn beheben.',
    affected: 'Betroffen: {{names}}.',
    affectedAndMore: 'Betroffen: {{names}} und {{more}} weitere.',
    gains: 'Nutzen für',
  },
  executive: {
    glance: 'Auf einen Blick',
    glanceIntro_one:
      '{{count, number}} von {{total}} Anforderungen von {{framework}} ist erfüllt, ' +
      '{{assured}} davon ganz: das sind {{assuredScore}}. ' +
      'Mit den zum Teil erfüllten beträgt die Erfüllung {{score}}{{moved}}. {{failed}}, ' +
      '{{grave}} davon kritisch oder hoch. Über {{open}} ist noch nichts bekannt.',
    glanceIntro_other:
      '{{count, number}} von {{total}} Anforderungen von {{framework}} sind erfüllt, ' +
      '{{assured}} davon ganz: das sind {{assuredScore}}. ' +
      'Mit den zum Teil erfüllten beträgt die Erfüllung {{score}}{{moved}}. {{failed}}, ' +
      '{{grave}} davon kritisch oder hoch. Über {{open}} ist noch nichts bekannt.',
    glanceFailed_one: '{{count, number}} Anforderung ist nicht erfüllt',
    glanceFailed_other: '{{count, number}} Anforderungen sind nicht erfüllt',
    more: ', {{points}} Punkte mehr als nach dem Scan davor',
    less: ', {{points}} Punkte weniger als nach dem Scan davor',
    coverage: 'Abdeckung',
    coverageNote: 'haben einen Status',
    freshness: 'Aktualität',
    freshnessNote: 'davon noch gültig',
    assuredBefore: 'Ganz, zuvor',
    assuredBeforeNote: 'ganz erfüllt',
    before: 'Zuvor',
    beforeNote: 'Erfüllung',
    change: 'Veränderung',
    changeNote: 'Punkte',
    none: 'keine',
    failedControls: 'nicht erfüllt',
    trend: 'Verlauf',
    trendIntro: 'Wie viel nach jedem der letzten {{scans}} Scans ganz erfüllt war, und die Erfüllung.',
    firstScan: 'Bisher gibt es einen Scan; die nächsten werden zeigen, wohin es geht.',
    assuredTrend: 'Ganz erfüllt nach jedem Scan',
    assuredTrendNote: '{{assured}} ganz erfüllt',
    scoreTrend: 'Erfüllung nach jedem Scan',
    scoreTrendNote: '{{passed}} erfüllt',
    risks: 'Größte Risiken',
    risksIntro:
      'Die nicht erfüllten Anforderungen, auf die es am meisten ankommt: nach Schweregrad, nach der Zahl der Rahmenwerke, die durch die Behebung gewinnen, und nach Aufwand.',
    categories: 'Stärkste und schwächste Kategorien',
    categoriesIntro: 'Nach dem Anteil ihrer erfüllten Anforderungen.',
    strongest: 'Stärkste',
    weakest: 'Schwächste',
    changes: 'Was sich geändert hat',
    changesIntro:
      'Seit dem Scan vom {{since}}: {{improved}} verbessert, {{worsened}} verschlechtert, {{other}} anders geändert.',
    noEarlier: 'Es gibt keinen früheren Scan zum Vergleich.',
  },
  /** Rows of the sheet of figures. */
  figure: {
    assured_score: 'Ganz erfüllt',
    previous_assured_score: 'Ganz erfüllt, zuvor',
    score: 'Erfüllung',
    previous_score: 'Erfüllung, zuvor',
    score_change: 'Veränderung der Erfüllung in Punkten',
    coverage_percentage: 'Abdeckung in Prozent',
    freshness_percentage: 'Aktualität in Prozent',
    failed: 'Nicht erfüllte Anforderungen: {{severity}}',
    improved_controls: 'Verbesserte Anforderungen',
    worsened_controls: 'Verschlechterte Anforderungen',
    assuredScoreAt: 'Ganz erfüllt, Scan vom {{moment}}',
    scoreAt: 'Erfüllung, Scan vom {{moment}}',
    strongest: 'Stärkste Kategorie: {{category}}',
    weakest: 'Schwächste Kategorie: {{category}}',
    risk: 'Priorität des Risikos {{control}}',
  },
  evidence: {
    completeness: 'Vollständigkeit',
    completenessIntro_one:
      '{{count, number}} von {{total}} Anforderungen lässt sich mit gültigen Nachweisen zeigen: {{share}}.',
    completenessIntro_other:
      '{{count, number}} von {{total}} Anforderungen lassen sich mit gültigen Nachweisen zeigen: {{share}}.',
    inDate: 'Gültig',
    outOfDate: 'Veraltet',
    missing: 'Fehlend',
    withUploads: 'Mit Uploads',
    controls: 'Anforderungen',
    bars: 'Anforderungen mit gültigen Nachweisen, nach Kategorie',
    barNote: '{{inDate}} von {{total}}',
    gaps: 'Lücken',
    gapsIntro_one: '{{count, number}} anwendbare Anforderung ohne gültigen Nachweis.',
    gapsIntro_other: '{{count, number}} anwendbare Anforderungen ohne gültigen Nachweis.',
    byControl: 'Nachweise je Anforderung',
    byControlIntro:
      'Gezählt ist alles. Ergebnisse von Scans gelten 30 Tage, Uploads bis zu ihrem Ablauf oder ein Jahr, wo keiner genannt ist.',
    artifacts: 'Einzelne Nachweise',
    artifactsIntro:
      'Zu jeder Anforderung die drei neuesten automatischen Nachweise und die zwanzig neuesten Uploads. Die Adressen verlangen ein Token.',
  },
  applicability: {
    title: 'Anwendbarkeit',
    intro_one:
      '{{count, number}} von {{total}} Anforderungen gilt, {{implemented}} davon umgesetzt; {{excluded}} ausgenommen.',
    intro_other:
      '{{count, number}} von {{total}} Anforderungen gelten, {{implemented}} davon umgesetzt; {{excluded}} ausgenommen.',
    withoutReason_one: 'Zu {{count, number}} anwendbaren Anforderung wurde kein Grund für ihre Aufnahme genannt.',
    withoutReason_other: 'Zu {{count, number}} anwendbaren Anforderungen wurde kein Grund für ihre Aufnahme genannt.',
    sprs: 'SPRS-Punktzahl',
    sprsIntro: 'Stufe 2 von CMMC, nach 32 CFR 170.24. Was niemand geprüft hat, zählt als nicht umgesetzt.',
    sprsNone: 'Ohne Sicherheitsplan des Systems gibt es keine Punktzahl: CA.L2-3.12.4 muss zuerst erfüllt sein.',
    sprsScore: '{{score}} von {{max}}.',
    sprsAssured_one:
      '{{score}} von {{max}}, wenn nur ganz erfüllte Anforderungen als umgesetzt zählen: {{count, number}} weiterer Punkt verloren durch zum Teil erfüllte.',
    sprsAssured_other:
      '{{score}} von {{max}}, wenn nur ganz erfüllte Anforderungen als umgesetzt zählen: {{count, number}} weitere Punkte verloren durch zum Teil erfüllte.',
    sprsAssuredNone:
      'Keine Punktzahl für ganz Erfülltes: Der Sicherheitsplan des Systems (CA.L2-3.12.4) ist nicht ganz erfüllt.',
    sprsLost_one:
      '{{count, number}} Punkt verloren durch nicht erfüllte Anforderungen, {{open}} durch nicht bewertete.',
    sprsLost_other:
      '{{count, number}} Punkte verloren durch nicht erfüllte Anforderungen, {{open}} durch nicht bewertete.',
    sprsInPart_one:
      '{{count, number}} Punkt verloren durch das, was als zum Teil umgesetzt erklärt ist: {{controls}}. Die Punktzahl nur des ganz Erfüllten verliert alle Punkte davon.',
    sprsInPart_other:
      '{{count, number}} Punkte verloren durch das, was als zum Teil umgesetzt erklärt ist: {{controls}}. Die Punktzahl nur des ganz Erfüllten verliert alle Punkte davon.',
  },
};
