import './account.css';
import { useQuery } from '@apollo/client/react';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { Facts } from '../../parts/facts';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { Section } from '../../parts/section';
import { StateWord } from '../../parts/state-word';
import { TextLink } from '../../parts/text-link';
import { useMay } from '../../api/shell-data';
import { AccountDocument, type AccountQuery } from './account.gql';
import { Appearance } from './appearance';
import { OwnName } from './own-name';
import { OneTimeCodes } from './one-time-codes';
import { Passkeys } from './passkeys';
import { PasswordChange } from './password-form';
import { Sessions } from './sessions';

/** Page of the user's own account: profile, one-time codes, passkeys, password, sessions. */
export function AccountPage() {
  const { t } = useTranslation(['account', 'common']);
  const may = useMay();
  const result = useQuery(AccountDocument);
  const me = result.data?.me;
  return (
    <Page
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
          <div className="account">
            <Security account={account} />
            {may('sessions') && (
              <Section title={t('sessions.title')}>
                <Sessions />
              </Section>
            )}
          </div>
        )}
      </Answered>
    </Page>
  );
}

/** Who the user is, and with what they log in. */
function Security({ account: { me, passkeySupport } }: { account: AccountQuery }) {
  const { t } = useTranslation(['account', 'common']);
  const may = useMay();
  const format = useFormat();
  const { name, email, role, lastLogin, mfaEnabled, passkeyCount } = me;
  const off = passkeyCount > 0 ? 'ended' : 'warning';
  return (
    <Stack gap={32}>
      <Facts
        facts={[
          [t('name'), <OwnName key="name" name={name} />],
          [t('common:login.email'), email],
          [t('role'), t(`common:role.${role}`)],
          [t('lastLogin'), lastLogin === null ? t('never') : format.dateTime(lastLogin)],
        ]}
      />
      {may('enrolMfa') && (
        <Section
          title={t('codes.title')}
          aside={<StateWord tone={mfaEnabled ? 'good' : off} word={t(mfaEnabled ? 'codes.on' : 'codes.off')} />}
        >
          <OneTimeCodes isOn={mfaEnabled} />
        </Section>
      )}
      {may('passkeys') && (passkeySupport.isAvailable || passkeyCount > 0) && (
        <Section title={t('passkeys.title')}>
          <Passkeys support={passkeySupport} />
        </Section>
      )}
      {may('changePassword') && (
        <Section title={t('common:login.password')}>
          <PasswordChange email={email} />
        </Section>
      )}
      <Section title={t('appearance.title')}>
        <Appearance />
      </Section>
      {may('notificationRules') && (
        <Section title={t('common:nav.notifications')}>
          <Text>
            <TextLink to="/notifications">{t('notifications')}</TextLink>
          </Text>
        </Section>
      )}
    </Stack>
  );
}
