import type { reportPackage as english } from '../en/report-package.js';

/** The first page of an audit package. What is in a file stands in English in the manifest, in the language of the package here. */
export const reportPackage: typeof english = {
  title: 'Auditpaket: {{framework}}',
  titleOf: 'Auditpaket: {{framework}}, {{organization}}',
  fact: {
    organization: 'Organisation',
    framework: 'Rahmenwerk',
    collected: 'Nachweise erhoben',
    collectedBetween: '{{from}} bis {{to}}',
    asOf: 'Stand der Status',
    generated: 'Erstellt',
    generatedBy: '{{moment}} von {{name}}',
    nobody: 'einem gelöschten Konto',
    assured: 'Ganz erfüllt',
    score: 'Erfüllt, mit den zum Teil erfüllten',
    share: '{{share}} der Anforderungen im Geltungsbereich',
    leftOut: 'Nicht enthalten',
  },
  contents: 'Inhalt',
  file: 'Datei',
  what: 'Was',
  bytes: 'Größe in Byte',
  about: {
    summary: 'Konformitätsübersicht',
    applicability: 'Erklärung zur Anwendbarkeit',
    evidenceReport: 'Nachweise je Anforderung, und was fehlt',
    evidence: 'Nachweise mit ihren Anforderungen',
    findings: 'Aktuelle Befunde der Prüfungen',
    derivations: 'Warum jede Anforderung ihren Status hat',
    script: 'Prüfung ohne Netz',
    heads: 'Signierte Köpfe des Protokolls',
    keys: 'Schlüssel, mit denen sie signiert wurden',
    proofs: 'Belege zu den Uploads',
    page: 'Diese Seite',
    manifest: 'Verzeichnis',
  },
  leftOut: {
    withdrawn: 'Die Dateien von {{number}} zurückgezogenen Nachweisen, die evidence.csv nennt.',
    missing: 'Die Datei des Nachweises {{id}}, die im Speicher fehlt.',
    unproven: 'Belege zu {{number}} Uploads, die noch kein signierter Kopf umfasst.',
  },
  verification: 'Prüfung',
  how: 'Mit Node ab Version 18, im Ordner dieser Seite, ohne Netz:',
  compares: 'Das vergleicht jede Datei mit ihrer SHA-256 in',
  andProofs:
    'und die Belege mit den signierten Köpfen in audit/. Dass es das erstellte Paket ist, zeigt seine eigene SHA-256: Sie steht in der Ablage der Berichte und im Protokoll. Dass der Dienst die Köpfe signiert hat, zeigt ein Schlüssel, den Sie vorher notiert haben:',
};
