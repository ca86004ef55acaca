import { Anchor, AppShell, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LiveUpdates } from '../live/live-updates';
import { Waiting } from '../parts/answered';
import { Gate } from './gate';
import { HeaderActions } from './header-actions';
import { HistoryNotice } from './history-notice';
import { Mark } from './mark';
import { OrganizationSwitch } from './organization-switch';
import { PAGES } from './pages';
import type { RailIconName } from './rail-icon';
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

/** How many comments and requests of auditors wait for an answer, loaded after the page. */
const OpenRequests = lazy(async () => ({ default: (await import('./open-requests')).OpenRequests }));

/** Icons of the navigation, loaded after its words. */
const RailIcon = lazy(async () => ({ default: (await import('./rail-icon')).RailIcon }));

function Icon({ name }: { name: RailIconName }) {
  return (
    <span className="rail-icon" aria-hidden="true">
      <Suspense>
        <RailIcon name={name} />
      </Suspense>
    </span>
  );
}

/** Path by which the navigation shows where one is: what was opened from the queue of assessments belongs to it. */
function placeOf({ pathname, search }: { pathname: string; search: object }): string {
  return pathname.startsWith('/mapping/universal/') && 'queue' in search ? `/assessments${pathname}` : pathname;
}

function Rail({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation('common');
  const may = useMay();
  const path = useRouterState({ select: ({ location }) => placeOf(location) });
  return (
    <nav aria-label={t('nav.label')} style={{ overflowY: 'auto' }}>
      {PAGES.map(({ group, pages }) => (
        <div
          key={group}
          className="rail-group"
          {...(group !== null && { role: 'group', 'aria-label': t(`nav.group.${group}`) })}
        >
          {group !== null && (
            <p className="rail-title" aria-hidden="true">
              {t(`nav.group.${group}`)}
            </p>
          )}
          {pages
            .filter((page) => !('needs' in page) || may(page.needs))
            .map(({ to, name, ...page }) => (
              <Link
                key={name}
                to={to}
                className="rail-link"
                data-active={
                  path === to ||
                  (path.startsWith(`${to}/`) && !('not' in page && path === page.not)) ||
                  ('also' in page && path.startsWith(page.also)) ||
                  undefined
                }
                aria-current={path === to ? 'page' : undefined}
                onClick={onChoose}
              >
                <Icon name={name} />
                {t(`nav.${name}`)}
                {name === 'auditors' && may('answerAuditorComment') && (
                  <Suspense>
                    <OpenRequests />
                  </Suspense>
                )}
              </Link>
            ))}
        </div>
      ))}
      {/* A page of its own: the editor in it is larger than everything here together. */}
      <a href="/graphiql" className="rail-link">
        <Icon name="explorer" />
        {t('nav.explorer')}
      </a>
    </nav>
  );
}
