import type { remediation as english } from '../en/remediation.js';

/** Sentences of remediations beside the words of the content. */
export const remediation: typeof english = {
  gone: 'Das Rahmenwerk enthält diese Anforderung nicht mehr: Es ist nichts mehr zu tun.',
  moreFailing_one: ' {{count, number}} weitere Prüfung muss auch bestehen: siehe die Befunde der Anforderung.',
  moreFailing_other: ' {{count, number}} weitere Prüfungen müssen auch bestehen: siehe die Befunde der Anforderung.',
  morePassing_one: ' {{count, number}} weitere Prüfung muss bestehen: siehe die Prüfungen der Anforderung.',
  morePassing_other: ' {{count, number}} weitere Prüfungen müssen bestehen: siehe die Prüfungen der Anforderung.',
  report: 'Beheben, was der Scanner meldet: {{titles}}.',
  rule: 'Die Regel {{rule}} in der Dokumentation des Scanners nachschlagen, die Ressourcen in Ordnung bringen, die der Befund nennt, dann neu scannen und den neuen Bericht importieren.',
  answer: 'Beantworten, was ein Prüfer fragen würde',
  assess:
    'Automatische Prüfungen zeigen diese Anforderung nicht: sie umsetzen, die Nachweise aufbewahren und {{universalControls}} bewerten.',
};
