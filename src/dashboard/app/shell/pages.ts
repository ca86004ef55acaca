/** Pages of the navigation, by what they are for; one with an operation is shown to users who may call it. */
export const PAGES = [
  { group: null, pages: [{ to: '/posture', name: 'posture' }] },
  {
    group: 'comply',
    pages: [
      { to: '/controls', name: 'controls', also: '/scope/' },
      { to: '/assessments', name: 'assessments' },
      { to: '/mapping', name: 'mapping' },
      { to: '/evidence', name: 'evidence' },
      { to: '/reports', name: 'reports' },
      { to: '/settings/auditors', name: 'auditors', needs: 'auditorComments' },
    ],
  },
  {
    group: 'detect',
    pages: [
      { to: '/integrations', name: 'integrations', needs: 'integrations' },
      { to: '/scans', name: 'scans' },
      { to: '/findings', name: 'findings' },
      { to: '/resources', name: 'resources' },
      { to: '/checks', name: 'checks' },
    ],
  },
  {
    group: 'fix',
    pages: [
      { to: '/remediation', name: 'remediation' },
      { to: '/work-items', name: 'work' },
      { to: '/exceptions', name: 'exceptions' },
    ],
  },
  {
    group: 'administer',
    pages: [
      { to: '/members', name: 'members', needs: 'members' },
      { to: '/keys', name: 'keys', needs: 'apiKeys' },
      { to: '/webhooks', name: 'webhooks', needs: 'webhooks' },
      { to: '/notifications', name: 'notifications' },
      { to: '/audit', name: 'audit', needs: 'auditLog' },
      { to: '/settings', name: 'settings', not: '/settings/auditors' },
    ],
  },
] as const;
