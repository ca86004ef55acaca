import { useMutation } from '@apollo/client/react';
import { ActionIcon, Button, Group, Menu, useMantineColorScheme } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useHotkeys } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveness } from '../api/context';
import { LANGUAGES } from '../i18n';
import { useFormat } from '../parts/format';
import { notifyRefusal } from '../parts/notify-refusal';
import { useMay, useShell } from '../api/shell-data';
import { RunScanDocument } from '../api/shell.gql';
import { useSignOut } from './use-sign-out';

/** Header actions: search, start of a scan, account, language, color scheme. */
export function HeaderActions() {
  const may = useMay();
  return (
    <Group gap="sm" wrap="nowrap">
      <Connection />
      <Search />
      {may('triggerScan') && <RunScan />}
      <AccountMenu />
    </Group>
  );
}

/** Search dialog, loaded when it is first opened. */
const SearchDialog = lazy(async () => ({ default: (await import('./search')).SearchDialog }));

function Search() {
  const { t } = useTranslation('common');
  const [openings, setOpenings] = useState(0);
  const open = () => setOpenings((before) => before + 1);
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <Button variant="default" onClick={open} rightSection={<kbd className="key">Ctrl K</kbd>} visibleFrom="md">
        {t('header.search')}
      </Button>
      <ActionIcon variant="default" size={36} onClick={open} hiddenFrom="md" aria-label={t('header.search')}>
        <svg aria-hidden="true" viewBox="0 0 16 16" width={16} fill="none" stroke="currentColor" strokeWidth={1.5}>
          <circle cx={7} cy={7} r={4.5} />
          <path d="M10.5 10.5 14 14" strokeLinecap="round" />
        </svg>
      </ActionIcon>
      {openings > 0 && (
        <Suspense>
          <SearchDialog openings={openings} />
        </Suspense>
      )}
    </>
  );
}

/** Hint that live updates are delayed. */
function Connection() {
  const liveness = useLiveness();
  return <div role="status">{liveness === 'delayed' && <Delayed />}</div>;
}

function Delayed() {
  const { t } = useTranslation('common');
  const format = useFormat();
  const [since] = useState(() => new Date());
  return <span className="badge band-fair">{t('header.delayed', { time: format.time(since) })}</span>;
}

function RunScan() {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const [run, { loading }] = useMutation(RunScanDocument);
  const start = async () => {
    try {
      const { data } = await run();
      notifications.show({ message: t('header.scanStarted') });
      if (data) await navigate({ to: '/scans/$scanId', params: { scanId: data.triggerScan.scan.id } });
    } catch (err) {
      notifyRefusal(err);
    }
  };
  return (
    <Button loading={loading} onClick={() => void start()}>
      {t('header.runScan')}
    </Button>
  );
}

function AccountMenu() {
  const { t, i18n } = useTranslation('common');
  const { me } = useShell();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={240} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        {/* What is to be seen on it belongs to its name: who speaks to the machine says that. */}
        <ActionIcon variant="default" size={36} aria-label={`${t('header.account')}: ${initials(me.name)}`}>
          <span aria-hidden="true">{initials(me.name)}</span>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {me.email} · {t(`role.${me.role}`)}
        </Menu.Label>
        <Menu.Item component={Link} to="/account">
          {t('header.account')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('header.theme')}</Menu.Label>
        {(['light', 'dark', 'auto'] as const).map((scheme) => (
          <Menu.Item
            key={scheme}
            onClick={() => setColorScheme(scheme)}
            leftSection={<Chosen isChosen={scheme === colorScheme} />}
          >
            {t(`header.${scheme}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('header.language')}</Menu.Label>
        {LANGUAGES.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            onClick={() => void i18n.changeLanguage(language)}
            leftSection={<Chosen isChosen={language === i18n.language} />}
          >
            {NAME_OF_LANGUAGE[language]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>{t('header.signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const NAME_OF_LANGUAGE = { en: 'English', de: 'Deutsch' } as const;

function Chosen({ isChosen }: { isChosen: boolean }) {
  return <span style={{ display: 'inline-block', width: 12 }}>{isChosen ? '✓' : ''}</span>;
}

function initials(name: string): string {
  const letters = name.split(/\s+/).map((word) => word.charAt(0).toUpperCase());
  return letters
    .filter((letter) => letter !== '')
    .slice(0, 2)
    .join('');
}
