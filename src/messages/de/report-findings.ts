import type { reportFindings as english } from '../en/report-findings.js';

/** Sentences of reports on single controls: findings, advice, and where a severity comes from. */
export const reportFindings: typeof english = {
  outOfScope: 'Außerhalb des Geltungsbereichs.',
  outOfScopeBecause: 'Außerhalb des Geltungsbereichs: {{reason}}',
  named: '{{finding}} {{checks}}.',
  check_one: '{{title}} ({{count, number}} Ressource)',
  check_other: '{{title}} ({{count, number}} Ressourcen)',
  assessed: {
    compliant: '{{universalControl}} wurde als konform bewertet.{{details}}',
    partially_compliant: '{{universalControl}} wurde als teilweise konform bewertet.{{details}}',
    non_compliant: '{{universalControl}} wurde als nicht konform bewertet.{{details}}',
  },
  notShownByTests: 'Tests zeigen nicht alles, was diese Anforderung verlangt, und niemand hat sie bewertet.',
  noCheck: 'Keine automatische Prüfung entscheidet über diese Anforderung, und niemand hat sie bewertet.',
  several: 'Entschieden durch mehrere Integrationen gemeinsam.',
  scan: {
    failed_one: '{{count, number}} von {{ran}} Prüfungen nicht bestanden, bei {{resources}}: {{titles}}.',
    failed_other: '{{count, number}} von {{ran}} Prüfungen nicht bestanden, bei {{resources}}: {{titles}}.',
    passed_one: '{{count, number}} Prüfung bestanden, bei {{resources}}.',
    passed_other: '{{count, number}} Prüfungen bestanden, bei {{resources}}.',
    manual: 'Tests können diese Anforderung nicht zeigen: Ein Mensch muss sie bewerten.',
    noCheck: 'Keine Prüfung einer verbundenen Integration entscheidet über diese Anforderung.',
    partly_one:
      '{{passed}} von {{count, number}} Prüfung bestanden{{rest}}: Das zeigt nicht alles, was die Anforderung verlangt.',
    partly_other:
      '{{passed}} von {{count, number}} Prüfungen bestanden{{rest}}: Das zeigt nicht alles, was die Anforderung verlangt.',
    withheld: ', {{number}} ohne Einblick ({{reasons}})',
    missing: ', {{number}} nicht gelaufen',
    supporting_one: ' {{count, number}} weitere Prüfung ist gelaufen und stützt sie.',
    supporting_other: ' {{count, number}} weitere Prüfungen sind gelaufen und stützen sie.',
    accepted_one: ' Befunde bei {{count, number}} Ressource sind akzeptiert.',
    accepted_other: ' Befunde bei {{count, number}} Ressourcen sind akzeptiert.',
    resource_one: '{{count, number}} Ressource',
    resource_other: '{{count, number}} Ressourcen',
    more: '; und {{number}} weitere',
  },
  basis: {
    all: ' Sie beruht auf: {{assessments}}.',
    assessment: '{{universalControl}} von {{by}}, {{at}}, {{note}}, {{evidence}}',
    unknown: 'jemandem, dessen Konto es nicht mehr gibt',
    note: 'mit Notiz',
    noNote: 'ohne Notiz',
    evidence_one: '{{count, number}} Nachweis',
    evidence_other: '{{count, number}} Nachweise',
  },
  justification: 'Sie gilt: Keine Entscheidung nimmt sie aus. Ein Grund für ihre Aufnahme wurde nicht genannt.',
  advice: {
    renewByScan: 'Neu scannen oder hochladen, was die Anforderung zeigt, wie sie heute erfüllt wird.',
    renew: 'Hochladen, was die Anforderung zeigt, wie sie heute erfüllt wird.',
    connect: 'Eine Integration verbinden, die diese Anforderung prüft, oder hochladen, was sie zeigt.',
    upload:
      'Keine automatische Prüfung erreicht diese Anforderung: eine Richtlinie, eine Aufzeichnung oder ein Bildschirmfoto hochladen, das sie zeigt.',
  },
  severityBasis: {
    nonCompliant: 'als nicht konform bewertet',
    partiallyCompliant: 'als teilweise konform bewertet',
    failingCheck: 'schwerste nicht bestandene Prüfung',
    notStated: 'vom Scanner nicht genannt',
    decidingCheck: 'schwerste Prüfung, die entscheiden könnte',
    noCheck: 'keine Prüfung entscheidet darüber; zu bewerten',
  },
  priority:
    'Priorität = Schweregrad (kritisch 40, hoch 30, mittel 20, niedrig 10, Hinweis 0) ' +
    '+ 2 für jedes aktive Rahmenwerk, das durch dieselbe Behebung gewinnt, ' +
    '+ Aufwand (Minuten 6, ein Tag 3, ein Projekt 0). ' +
    'Zuerst kommen nicht erfüllte Anforderungen, dann solche, die noch niemand geprüft hat; dann die höhere Priorität; ' +
    'dann die Kennung. Eine Behebung, die vielen Rahmenwerken hilft oder wenig kostet, kann eine Stufe des Schweregrads überholen, nie zwei.',
};
