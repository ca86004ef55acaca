import { Anchor, AppShell, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LiveUpdates } from '../live/live-updates';
import { Waiting } from '../parts/answered';
import { Gate } from './gate';
import { HeaderActions } from './header-actions';
import { HistoryNotice } from './history-notice';
import { OrganizationSwitch } from './organization-switch';
import { useMay, useShell } from '../api/shell-data';

/** Layout for logged-in users: navigation, header, page. */
export function Frame() {
  return (
    <Gate>
      <LiveUpdates />
      <Framed />
    </Gate>
  );
}

function Framed() {
  const { t } = useTranslation('common');
  const { organization } = useShell();
  const [isOpen, { toggle, close }] = useDisclosure();
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="lg"
      transitionDuration={0}
    >
      <AppShell.Header>
        <Anchor href="#content" className="skip">
          {t('nav.skip')}
        </Anchor>
        <Group h="100%" px="lg" gap="sm" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t('nav.open')} />
            <Text fw={700} size="lg" visibleFrom="xs">
              Crosswalk
            </Text>
            <OrganizationSwitch />
            <Text size="xs" c="dimmed" visibleFrom="md">
              {organization.licenseTier}
            </Text>
          </Group>
          <HeaderActions />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm">
        <Rail onChoose={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <HistoryNotice />
        <Suspense fallback={<Waiting />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  );
}

/** Pages of the navigation; one with an operation is shown to users who may call it. */
const PAGES = [
  [
    { to: '/posture', name: 'posture' },
    { to: '/controls', name: 'controls' },
    { to: '/mapping', name: 'mapping' },
    { to: '/findings', name: 'findings' },
    { to: '/resources', name: 'resources' },
    { to: '/scans', name: 'scans' },
    { to: '/remediation', name: 'remediation' },
    { to: '/work-items', name: 'work' },
    { to: '/exceptions', name: 'exceptions' },
    { to: '/evidence', name: 'evidence' },
    { to: '/reports', name: 'reports' },
    { to: '/integrations', name: 'integrations', needs: 'integrations' },
    { to: '/checks', name: 'checks' },
  ],
  [
    { to: '/notifications', name: 'notifications' },
    { to: '/members', name: 'members', needs: 'members' },
    { to: '/keys', name: 'keys', needs: 'apiKeys' },
    { to: '/webhooks', name: 'webhooks', needs: 'webhooks' },
    { to: '/audit', name: 'audit', needs: 'auditLog' },
    { to: '/settings', name: 'settings' },
  ],
] as const;

function Rail({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation('common');
  const may = useMay();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <nav aria-label={t('nav.label')} style={{ overflowY: 'auto' }}>
      {PAGES.map((group, index) => (
        <div key={group[0].name} style={index > 0 ? { borderTop: '1px solid var(--line)' } : undefined}>
          {group
            .filter((page) => !('needs' in page) || may(page.needs))
            .map(({ to, name }) => (
              <Link
                key={name}
                to={to}
                className="rail-link"
                data-active={path === to || path.startsWith(`${to}/`) || undefined}
                aria-current={path === to ? 'page' : undefined}
                onClick={onChoose}
              >
                {t(`nav.${name}`)}
              </Link>
            ))}
        </div>
      ))}
      {/* A page of its own: the editor in it is larger than everything here together. */}
      <a href="/graphiql" className="rail-link">
        {t('nav.explorer')}
      </a>
    </nav>
  );
}
