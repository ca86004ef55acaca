import './account.css';
import { useQuery } from '@apollo/client/react';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { Section } from '../../parts/section';
import { SettingRow, SettingRows } from '../../parts/setting-rows';
import { TextLink } from '../../parts/text-link';
import { useMay } from '../../api/shell-data';
import { AccountDocument, type AccountQuery } from './account.gql';
import { Appearance } from './appearance';
import { ChangeOwnName } from './own-name';
import { OneTimeCodesRow } from './one-time-codes';
import { PasskeysRow, PasskeyTable } from './passkeys';
import { PasswordChange } from './password-form';
import { Sessions } from './sessions';

/** Page of the user's own account: profile, how they log in, appearance, notifications, sessions. */
export function AccountPage() {
  const { t } = useTranslation(['account', 'common']);
  const may = useMay();
  const result = useQuery(AccountDocument);
  const me = result.data?.me;
  return (
    <Page
      column="settings"
      title={t('common:header.account')}
      answer={
        me &&
        [
          t(me.mfaEnabled ? 'answer.withCodes' : 'answer.withoutCodes'),
          ...(me.passkeyCount > 0 ? [t('answer.withPasskeys', { count: me.passkeyCount })] : []),
        ].join(' ')
      }
      asked={[{ document: AccountDocument }]}
    >
      <Answered result={result}>
        {(account) => (
          <Stack gap={32}>
            <Profile me={account.me} />
            <LogIn account={account} />
            <Section title={t('appearance.title')}>
              <Appearance />
            </Section>
            {may('notificationRules') && (
              <Section title={t('common:nav.notifications')}>
                <SettingRows>
                  <SettingRow
                    name={t('notifications.name')}
                    hint={t('notifications.hint')}
                    action={<TextLink to="/notifications">{t('notifications.link')}</TextLink>}
                  />
                </SettingRows>
              </Section>
            )}
            {may('sessions') && <Sessions />}
          </Stack>
        )}
      </Answered>
    </Page>
  );
}

/** Who the user is. */
function Profile({ me: { name, email, role, lastLogin } }: { me: AccountQuery['me'] }) {
  const { t } = useTranslation(['account', 'common']);
  const may = useMay();
  const format = useFormat();
  return (
    <Section title={t('profile')}>
      <SettingRows>
        <SettingRow name={t('name')} value={name} action={may('updateMe') && <ChangeOwnName name={name} />} />
        <SettingRow name={t('common:login.email')} value={email} />
        <SettingRow name={t('role')} value={t(`common:role.${role}`)} />
        <SettingRow name={t('lastLogin')} value={lastLogin === null ? t('never') : format.dateTime(lastLogin)} />
      </SettingRows>
    </Section>
  );
}

/** With what the user logs in. */
function LogIn({ account: { me, passkeySupport } }: { account: AccountQuery }) {
  const { t } = useTranslation(['account', 'common']);
  const may = useMay();
  const { email, mfaEnabled, passkeyCount } = me;
  const hasPasskeys = may('passkeys') && (passkeySupport.isAvailable || passkeyCount > 0);
  if (!may('changePassword') && !may('enrolMfa') && !hasPasskeys) return null;
  return (
    <Section title={t('logIn')}>
      <SettingRows>
        {may('changePassword') && (
          <SettingRow
            name={t('common:login.password')}
            hint={t('password.effect')}
            action={<PasswordChange email={email} />}
          />
        )}
        {may('enrolMfa') && <OneTimeCodesRow isOn={mfaEnabled} hasPasskeys={passkeyCount > 0} />}
        {hasPasskeys && <PasskeysRow support={passkeySupport} count={passkeyCount} />}
      </SettingRows>
      {hasPasskeys && passkeyCount > 0 && <PasskeyTable />}
    </Section>
  );
}
