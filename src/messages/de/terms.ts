import type { terms as english } from '../en/terms.js';

/** Names that the dashboard and the documents of the service share. */
export const terms: typeof english = {
  reportType: {
    compliance_summary: 'Konformitätsübersicht',
    gap_analysis: 'Lückenanalyse',
    executive_summary: 'Zusammenfassung für die Leitung',
    evidence_collection: 'Nachweissammlung',
    statement_of_applicability: 'Erklärung zur Anwendbarkeit',
    audit_package: 'Auditpaket',
  },
  severity: {
    critical: 'Kritisch',
    high: 'Hoch',
    medium: 'Mittel',
    low: 'Niedrig',
    informational: 'Hinweis',
  },
  withdrawalReason: {
    personal_data: 'Personenbezogene Daten',
    secret: 'Ein Geheimnis',
    confidential: 'Vertraulich',
    wrong_file: 'Falsche Datei',
    outdated: 'Veraltet',
    other: 'Anderer',
  },
};
