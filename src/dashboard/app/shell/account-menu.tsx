import { Menu, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useShell } from '../api/shell-data';
import { LANGUAGE_NAMES, LANGUAGES } from '../i18n';
import { AccountButton } from './account-button';
import { useChooseLanguage } from './use-account-language';
import { useSignOut } from './use-sign-out';

/** Menu of the account: who it is, theme, language, log-out. */
export function AccountMenu({ isOpenAtFirst }: { isOpenAtFirst: boolean }) {
  const { t, i18n } = useTranslation('common');
  const { me } = useShell();
  const signOut = useSignOut();
  const choose = useChooseLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu defaultOpened={isOpenAtFirst} position="bottom-end" width={240} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <AccountButton />
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
            onClick={() => void choose(language)}
            leftSection={<Chosen isChosen={language === i18n.language} />}
          >
            {LANGUAGE_NAMES[language]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>{t('header.signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Chosen({ isChosen }: { isChosen: boolean }) {
  return <span style={{ display: 'inline-block', width: 12 }}>{isChosen ? '✓' : ''}</span>;
}
