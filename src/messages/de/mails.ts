import type { mails as english } from '../en/mails.js';
import { terms } from './terms.js';

const TITLES = {
  control_failed: 'Anforderung nicht mehr erfüllt',
  score_fell: 'Punktzahl gefallen',
  scan_failed: 'Scan fehlgeschlagen',
  new_findings: 'Neue Befunde',
  evidence_ends_soon: 'Nachweis endet bald',
  assessment_ends_soon: 'Bewertung endet bald',
  exception_ends_soon: 'Ausnahme endet bald',
  work_item_due: 'Aufgabe fällig',
};

/** What mails say, by the kind of mail. */
export const mails: typeof english = {
  invitation: {
    subject: 'Einladung zu {{organization}} auf Crosswalk',
    opening: {
      admin: 'Sie sind eingeladen, {{organization}} auf Crosswalk als Administrator beizutreten.',
      auditor: 'Sie sind eingeladen, {{organization}} auf Crosswalk als Prüfer beizutreten.',
      member: 'Sie sind eingeladen, {{organization}} auf Crosswalk als Mitglied beizutreten.',
    },
    join: 'Hier treten Sie bei, mit dem Konto dieser Adresse oder einem neuen:',
    ending:
      'Der Link funktioniert einmal, bis {{until}}. Wenn Sie ihn nicht erwartet haben, brauchen Sie nichts zu tun.',
  },
  passwordReset: {
    subject: 'Ein neues Passwort für {{organization}} auf Crosswalk',
    opening: 'Jemand möchte ein neues Passwort für Ihr Konto in {{organization}} auf Crosswalk setzen.',
    openingFrom:
      'Jemand möchte von der Adresse {{address}} aus ein neues Passwort für Ihr Konto in {{organization}} auf Crosswalk setzen.',
    set: 'Hier setzen Sie ein neues Passwort:',
    ending:
      'Der Link funktioniert einmal, bis {{until}}. Wenn Sie nicht darum gebeten haben, brauchen Sie nichts zu tun: Ihr Passwort bleibt.',
  },
  securityNotice: {
    subject: '{{organization}} auf Crosswalk: {{what}}',
    opening: '{{name}} ({{email}}) in {{organization}}: {{what}}, durch {{author}}.',
    time: 'Zeit: {{time}}.',
    timeAndAddress: 'Zeit: {{time}}. Adresse: {{address}}.',
    what: {
      password: {
        changed: 'das Passwort wurde geändert',
        reset: 'ein neues Passwort wurde über einen Link in einer E-Mail gesetzt',
      },
      mfa: {
        enabled: 'Einmalcodes wurden eingeschaltet',
        disabled: 'Einmalcodes wurden ausgeschaltet',
        reset: 'Einmalcodes wurden zurückgesetzt',
      },
      passkey: { added: 'ein Passkey wurde hinzugefügt', removed: 'ein Passkey wurde entfernt' },
      passkeys: { reset: 'alle Passkeys wurden entfernt' },
      session: { token_reused: 'eine Sitzung wurde beendet, weil ihr Cookie zweimal verwendet wurde' },
      api_key: { created: 'ein API-Schlüssel wurde angelegt' },
      scim_token: { created: 'ein SCIM-Token wurde angelegt' },
      auditor_link: {
        created: 'ein Link für externe Prüfer wurde angelegt',
        extended: 'ein Link für externe Prüfer wurde verlängert',
      },
      service_account: { created: 'ein Dienstkonto wurde angelegt' },
      service_accounts: { moved: 'für Dienstkonten ist jemand anderes verantwortlich' },
    },
    author: {
      self: 'das Konto selbst',
      identityProvider: 'den Identitätsanbieter',
      operator: 'den Betreiber des Dienstes',
      service: 'den Dienst',
      somebody: 'jemanden',
    },
    detail: {
      ended: 'Andere Sitzungen des Kontos sind beendet. Damit widerrufene API-Schlüssel: {{revoked}}.',
      cookie:
        'Vielleicht hat jemand das Cookie aus dem Browser kopiert. Die Sitzung ist beendet; andere laufen weiter.',
      apiKey: 'API-Schlüssel „{{key}}“ des Dienstkontos „{{account}}“ mit den Berechtigungen {{scopes}}.',
      scimToken: 'SCIM-Token „{{token}}“, mit dem ein Verzeichnis Mitglieder verwaltet.',
      auditorLink: 'Link „{{label}}“, der {{framework}} bis {{until}} jedem ohne Konto zeigt, der ihn hat.',
      serviceAccount: 'Dienstkonto „{{account}}“.',
      moved: '{{person}} wurde entfernt; zugehörige Dienstkonten: {{accounts}}.',
      movedKeys: 'Widerrufene API-Schlüssel, die {{person}} angelegt hatte: {{revoked}}.',
    },
    names: { quoted: '„{{name}}“', none: 'keine', more: '{{names}} und {{rest}} weitere' },
    advice: {
      account:
        'Wenn das niemand war, den Sie kennen, beenden Sie die Sitzungen des Kontos und lassen Sie das Passwort ändern.',
      passkey:
        'Wenn das niemand war, den Sie kennen, entfernen Sie den Passkey: Ein neues Passwort ändert an ihm nichts. Beenden Sie dann die Sitzungen und ändern Sie das Passwort.',
      revoke:
        'Wenn Sie den Grund nicht kennen, wenden Sie sich an einen Administrator Ihrer Organisation, und widerrufen Sie, was angelegt wurde.',
      ask: 'Wenn Sie den Grund nicht kennen, wenden Sie sich an einen Administrator Ihrer Organisation.',
    },
  },
  workItem: {
    subject: '{{organization}} auf Crosswalk: {{title}}',
    assigned: '{{author}} hat Ihnen in {{organization}} eine Aufgabe zugewiesen: {{title}}',
    mentioned: '{{author}} hat Sie in {{organization}} in einem Kommentar zu einer Aufgabe erwähnt: {{title}}',
    due: 'Zu erledigen bis {{day}}.',
    apiKey: 'Ein API-Schlüssel',
  },
  assessmentNotice: {
    subject: '{{organization}} auf Crosswalk: {{what}}',
    yours_one: 'Ihre Bewertung von {{code}}',
    yours_other: '{{count}} Ihrer Bewertungen',
    of_one: 'die Bewertung von {{code}} durch {{author}}',
    of_other: '{{count}} Bewertungen von {{author}}',
    disputedSubject: 'Ergebnisse eines Scans stellen {{assessments}} in Frage',
    endingSubject_one: '{{assessments}} endet bald',
    endingSubject_other: '{{assessments}} enden bald',
    disputed: 'Ergebnisse eines Scans in {{organization}} stellen {{assessments}} in Frage.',
    ending_one: 'In {{organization}} endet {{assessments}} bald.',
    ending_other: 'In {{organization}} enden {{assessments}} bald.',
    assessed: 'Am {{time}} als {{status}} bewertet.',
    assessedUntil: 'Am {{time}} als {{status}} bewertet. Endet am {{until}}.',
    passes: 'Tests von „{{integration}}“ bestehen bei Element {{element}}, „{{asked}}“, Stand {{time}}.',
    fails: 'Tests von „{{integration}}“ schlagen bei Element {{element}}, „{{asked}}“, fehl, Stand {{time}}.',
    controls: 'Anforderungen: {{controls}}.',
    moreControls: '{{controls}} und {{rest}} weitere',
    more: 'Und {{rest}} weitere.',
    where: 'Mehr dazu:',
    disputedEnding:
      'Die Anforderungen sind als strittig gekennzeichnet, bis behoben oder für eine Zeit hingenommen ist, was fehlschlägt, oder jemand neu bewertet.',
    endingEnding: 'Bewerten Sie vorher neu; sonst entscheidet über das, was darauf beruht, anderes.',
    status: {
      compliant: 'konform',
      partially_compliant: 'teilweise konform',
      non_compliant: 'nicht konform',
      not_assessed: 'nicht bewertet',
    },
    controlStatus: {
      passed: 'erfüllt',
      failed: 'nicht erfüllt',
      not_assessed: 'nicht bewertet',
      not_applicable: 'nicht anwendbar',
    },
  },
  scheduledReport: {
    subjectMade: '{{organization}}: {{report}} liegt in der Bibliothek',
    subjectFailed: '{{organization}}: {{report}} konnte nicht erstellt werden',
    report: '{{type}} zu {{framework}}',
    type: terms.reportType,
    made: 'Der Bericht aus Ihrem Zeitplan, {{report}} in {{organization}}, wurde erstellt:',
    failed: 'Der Bericht aus Ihrem Zeitplan, {{report}} in {{organization}}, konnte nicht erstellt werden: {{reason}}.',
    next: 'Der nächste wird zu seiner Zeit versucht. Zeitpläne und Berichte:',
    why: 'Sie erhalten diese E-Mail, weil Sie den Zeitplan angelegt haben. Löschen Sie ihn dort, um keine mehr zu erhalten.',
    reason: {
      NO_COMPLETED_SCAN: 'es ist noch kein Scan von {{framework}} abgeschlossen',
      FRAMEWORK_NOT_ACTIVE: '{{framework}} ist in dieser Organisation nicht aktiv',
      CONFLICT: 'der letzte Scan ist nicht beendet oder hat {{framework}} nicht umfasst',
      FORBIDDEN: 'Ihre Rolle darf einen solchen Bericht nicht mehr erstellen',
      RATE_LIMITED: 'vom Dienst war zu dieser Zeit zu viel verlangt',
      UNAVAILABLE: 'der Dienst war zu dieser Zeit ausgelastet',
      other: 'im Dienst ist ein Fehler aufgetreten',
    },
  },
  notification: {
    subject: '{{organization}}: {{what}}',
    testSubject: '[Test] {{organization}}: Benachrichtigungen',
    one: '{{title}}: {{text}}',
    several: '{{total}} Benachrichtigungen',
    test: 'Dies ist ein Test der Benachrichtigungsregel „{{rule}}“ in {{organization}}. Es ist nichts geschehen.',
    more: 'Und {{rest}} weitere.',
    why: 'Sie erhalten diese E-Mail durch die Benachrichtigungsregel „{{rule}}“ in {{organization}}:',
    stop: 'Um keine mehr davon zu erhalten:',
    title: TITLES,
    titleWithin: TITLES,
    text: {
      control_failed: '{{framework}} {{control}}, bisher erfüllt',
      score_fell: '{{score}}: von {{from, number}} auf {{to, number}} %',
      overall: 'Gesamt',
      new_findings: '{{critical}} kritische und {{high}} hohe bestehen seit diesem Scan',
      evidence_ends_soon: '„{{title}}“ endet am {{day}}',
      assessment_ends_soon: 'Die von {{control}} endet am {{day}}',
      exception_ends_soon: '„{{title}}“ endet am {{day}}',
      work_item_due: '„{{title}}“ ist am {{day}} fällig',
    },
    scanError: {
      INTERNAL: 'ein Fehler im Dienst',
      UNAVAILABLE: 'ein System war nicht erreichbar',
      TIMED_OUT: 'er hat zu lange gedauert',
      other: 'Code {{code}}',
    },
  },
};
