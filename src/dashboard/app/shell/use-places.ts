import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay, useShell } from '../api/shell-data';
import { PAGES } from './pages';
import type { Place } from './places.rules';
import { useRunScan } from './use-run-scan';

export interface OpenablePlace extends Place {
  key: string;
  open: () => void;
}

/** Pages without an entry of their own in the navigation; one with an operation is of users who may call it. */
const OTHER_PAGES = [
  { to: '/account', name: 'account' },
  { to: '/mapping/universal', name: 'universal' },
  { to: '/remediation/plan', name: 'plan' },
  { to: '/scans/compare', name: 'comparison' },
  { to: '/settings/single-sign-on', name: 'signOn', needs: 'identityConnections' },
  { to: '/settings/trackers', name: 'trackers' },
] as const;

/** Pages that the user may open: those of the navigation, those behind them, and the controls of each framework. */
export function usePagePlaces(): OpenablePlace[] {
  const { t } = useTranslation(['search', 'common']);
  const may = useMay();
  const navigate = useNavigate();
  const { frameworks } = useShell();
  const isOpen = (page: object) => !('needs' in page) || may(String(page.needs));
  return [
    ...PAGES.flatMap(({ pages }) =>
      pages.filter(isOpen).map(({ to, name }) => ({
        key: to,
        title: t(`common:nav.${name}`),
        words: t(`pageWords.${name}`),
        open: () => void navigate({ to }),
      })),
    ),
    ...OTHER_PAGES.filter(isOpen).map(({ to, name }) => ({
      key: to,
      title: t(`pages.${name}`),
      words: t(`pageWords.${name}`),
      open: () => void navigate({ to }),
    })),
    ...frameworks.map(({ name, slug }) => ({
      key: slug,
      title: t('pages.framework', { framework: name }),
      words: t('pageWords.framework'),
      open: () => void navigate({ to: '/controls/$framework', params: { framework: slug } }),
    })),
    {
      key: '/graphiql',
      title: t('common:nav.explorer'),
      words: t('pageWords.explorer'),
      open: () => window.location.assign('/graphiql'),
    },
  ];
}

/** What the user may do: started at once, or begun on its page with the form open. */
export function useActionPlaces(): OpenablePlace[] {
  const { t } = useTranslation('search');
  const may = useMay();
  const navigate = useNavigate();
  const { start } = useRunScan();
  const create = { create: true } as const;
  const actions = [
    { name: 'runScan', needs: 'triggerScan', open: () => void start() },
    { name: 'uploadEvidence', needs: 'uploadEvidence', open: () => void navigate({ to: '/evidence', search: create }) },
    { name: 'assess', needs: 'createAssessment', open: () => void navigate({ to: '/assessments' }) },
    { name: 'newReport', needs: 'generateReport', open: () => void navigate({ to: '/reports', search: create }) },
    { name: 'newWorkItem', needs: 'createWorkItem', open: () => void navigate({ to: '/work-items', search: create }) },
    { name: 'acceptFindings', needs: 'acceptFindings', open: () => void navigate({ to: '/findings' }) },
    {
      name: 'connectIntegration',
      needs: 'connectIntegration',
      open: () => void navigate({ to: '/integrations', search: { connect: 'choose' } }),
    },
    { name: 'inviteMember', needs: 'inviteMember', open: () => void navigate({ to: '/members', search: create }) },
    {
      name: 'createAuditorLink',
      needs: 'createAuditorLink',
      open: () => void navigate({ to: '/settings/auditors', search: create }),
    },
    { name: 'newCheck', needs: 'createCustomCheck', open: () => void navigate({ to: '/checks/new' }) },
    { name: 'createKey', needs: 'createApiKey', open: () => void navigate({ to: '/keys', search: create }) },
    { name: 'createWebhook', needs: 'createWebhook', open: () => void navigate({ to: '/webhooks', search: create }) },
  ] as const;
  return actions
    .filter(({ needs }) => may(needs))
    .map(({ name, open }) => ({ key: name, title: t(`actions.${name}`), words: t(`actionWords.${name}`), open }));
}
