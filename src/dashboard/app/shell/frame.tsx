import { Anchor, AppShell, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  ArchiveIcon,
  BellIcon,
  CheckboxIcon,
  CodeIcon,
  CountdownTimerIcon,
  CounterClockwiseClockIcon,
  CubeIcon,
  DashboardIcon,
  ExclamationTriangleIcon,
  FileTextIcon,
  GearIcon,
  LightningBoltIcon,
  Link2Icon,
  ListBulletIcon,
  LockClosedIcon,
  OpenInNewWindowIcon,
  PaperPlaneIcon,
  PersonIcon,
  Share1Icon,
  TargetIcon,
} from '@radix-ui/react-icons';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LiveUpdates } from '../live/live-updates';
import { Waiting } from '../parts/answered';
import { Gate } from './gate';
import { HeaderActions } from './header-actions';
import { HistoryNotice } from './history-notice';
import { Mark } from './mark';
import { OrganizationSwitch } from './organization-switch';
import { useMay, useShell } from '../api/shell-data';
import { tierName } from '../parts/tier-name';

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
      padding={{ base: 'lg', sm: 32 }}
      transitionDuration={0}
    >
      <AppShell.Header>
        <Anchor href="#content" className="skip">
          {t('nav.skip')}
        </Anchor>
        <Group h="100%" px="lg" gap="sm" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t('nav.open')} />
            <Mark />
            <Text fw={700} size="lg" visibleFrom="xs">
              Crosswalk
            </Text>
            <OrganizationSwitch />
            <Text size="xs" c="dimmed" visibleFrom="md">
              {tierName(organization.licenseTier)}
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
    { to: '/posture', name: 'posture', Icon: DashboardIcon },
    { to: '/controls', name: 'controls', Icon: CheckboxIcon, also: '/scope/' },
    { to: '/mapping', name: 'mapping', Icon: Share1Icon },
    { to: '/findings', name: 'findings', Icon: ExclamationTriangleIcon },
    { to: '/resources', name: 'resources', Icon: CubeIcon },
    { to: '/scans', name: 'scans', Icon: TargetIcon },
    { to: '/remediation', name: 'remediation', Icon: LightningBoltIcon },
    { to: '/work-items', name: 'work', Icon: ListBulletIcon },
    { to: '/exceptions', name: 'exceptions', Icon: CountdownTimerIcon },
    { to: '/evidence', name: 'evidence', Icon: ArchiveIcon },
    { to: '/reports', name: 'reports', Icon: FileTextIcon },
    { to: '/integrations', name: 'integrations', Icon: Link2Icon, needs: 'integrations' },
    { to: '/checks', name: 'checks', Icon: CodeIcon },
  ],
  [
    { to: '/notifications', name: 'notifications', Icon: BellIcon },
    { to: '/members', name: 'members', Icon: PersonIcon, needs: 'members' },
    { to: '/keys', name: 'keys', Icon: LockClosedIcon, needs: 'apiKeys' },
    { to: '/webhooks', name: 'webhooks', Icon: PaperPlaneIcon, needs: 'webhooks' },
    { to: '/audit', name: 'audit', Icon: CounterClockwiseClockIcon, needs: 'auditLog' },
    { to: '/settings', name: 'settings', Icon: GearIcon },
  ],
] as const;

function Rail({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation('common');
  const may = useMay();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <nav aria-label={t('nav.label')} style={{ overflowY: 'auto' }}>
      {PAGES.map((group, index) => (
        <div key={group[0].name} className={index > 0 ? 'rail-group' : undefined}>
          {group
            .filter((page) => !('needs' in page) || may(page.needs))
            .map(({ to, name, Icon, ...page }) => (
              <Link
                key={name}
                to={to}
                className="rail-link"
                data-active={
                  path === to ||
                  path.startsWith(`${to}/`) ||
                  ('also' in page && path.startsWith(page.also)) ||
                  undefined
                }
                aria-current={path === to ? 'page' : undefined}
                onClick={onChoose}
              >
                <Icon aria-hidden="true" />
                {t(`nav.${name}`)}
              </Link>
            ))}
        </div>
      ))}
      {/* A page of its own: the editor in it is larger than everything here together. */}
      <a href="/graphiql" className="rail-link">
        <OpenInNewWindowIcon aria-hidden="true" />
        {t('nav.explorer')}
      </a>
    </nav>
  );
}
