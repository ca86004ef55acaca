import { useQuery } from '@apollo/client/react';
import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link, Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionState } from '../../api/context';
import { Answered } from '../../parts/answered';
import { Refused } from '../../parts/refusal';
import { usePasskeyProof } from '../../shell/use-passkey-proof';
import { AccountDocument } from './account.gql';
import { OneTimeCodes } from './one-time-codes';
import { PasskeyAddition } from './passkey-dialogs';

/** Page for a member whose organization requires a second factor, codes or a passkey: nothing else is open to them before. */
export function EnrolPage() {
  const { session, isExpired } = useSessionState();
  if (!session || isExpired) return <Navigate to="/posture" replace />;
  return <Enrolment />;
}

function Enrolment() {
  const { t } = useTranslation('account');
  const result = useQuery(AccountDocument);
  const [isProven, setProven] = useState(false);
  const passkey = usePasskeyProof();
  const show = async () => {
    if (await passkey.prove()) setProven(true);
  };
  return (
    <Stack component="main" align="center" pt="12vh" pb="xl" px="lg">
      <Paper withBorder p="xl" w="100%" maw={560}>
        <Stack gap="lg">
          <Title order={1} size="h2">
            {t('enrol.title')}
          </Title>
          <Text>{t('enrol.why')}</Text>
          <Answered result={result}>
            {({ me: { mfaEnabled, passkeyCount }, passkeySupport }) => (
              <Stack gap="md">
                {passkeyCount > 0 && !isProven && (
                  <Group>
                    <Button loading={passkey.isBusy} onClick={() => void show()}>
                      {t('enrol.show')}
                    </Button>
                  </Group>
                )}
                {passkey.refusal !== null && <Refused>{passkey.refusal}</Refused>}
                <OneTimeCodes isOn={mfaEnabled} />
                {passkeySupport.isAvailable && <PasskeyAddition onAdded={() => setProven(true)} />}
                {(mfaEnabled || isProven) && (
                  <Anchor component={Link} to="/posture">
                    {t('enrol.goOn')}
                  </Anchor>
                )}
              </Stack>
            )}
          </Answered>
        </Stack>
      </Paper>
    </Stack>
  );
}
