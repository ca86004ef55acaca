import { useQuery } from '@apollo/client/react';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { Facts } from '../../parts/facts';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { Section } from '../../parts/section';
import { StateWord } from '../../parts/state-word';
import { useMay } from '../../api/shell-data';
import { AccountDocument } from './account.gql';
import { OwnName } from './own-name';
import { OneTimeCodes } from './one-time-codes';
import { Passkeys } from './passkeys';
import { PasswordForm } from './password-form';
import { Sessions } from './sessions';

/** Page of the user's own account: profile, password, passkeys, one-time codes, sessions. */
export function AccountPage() {
  const { t } = useTranslation(['account', 'common']);
  const may = useMay();
  const format = useFormat();
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
        {({ me: { name, email, role, lastLogin, mfaEnabled }, passkeySupport }) => (
          <Stack gap={32} maw={720}>
            <Facts
              facts={[
                [t('name'), <OwnName key="name" name={name} />],
                [t('common:login.email'), email],
                [t('role'), t(`common:role.${role}`)],
                [t('lastLogin'), lastLogin === null ? t('never') : format.dateTime(lastLogin)],
              ]}
            />
            {may('changePassword') && (
              <Section title={t('common:login.password')}>
                <PasswordForm email={email} />
              </Section>
            )}
            {may('passkeys') && (
              <Section title={t('passkeys.title')}>
                <Passkeys support={passkeySupport} />
              </Section>
            )}
            {may('enrolMfa') && (
              <Section
                title={t('codes.title')}
                aside={
                  <StateWord tone={mfaEnabled ? 'good' : 'ended'} word={t(mfaEnabled ? 'codes.on' : 'codes.off')} />
                }
              >
                <OneTimeCodes isOn={mfaEnabled} />
              </Section>
            )}
            {may('sessions') && (
              <Section title={t('sessions.title')}>
                <Sessions />
              </Section>
            )}
          </Stack>
        )}
      </Answered>
    </Page>
  );
}
