import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { beginTest } from '../../../session/sign-on';
import { useConnection } from '../../api/context';
import { useFormat } from '../../parts/format';
import { Refused } from '../../parts/refusal';
import { StateWord } from '../../parts/state-word';
import type { IdentityConnectionFragment } from './single-sign-on.gql';

/** Button that leaves for the identity provider to log in for a test; the browser comes back to this page. */
export function TestConnection({ connection: { id, name } }: { connection: IdentityConnectionFragment }) {
  const { t } = useTranslation('single-sign-on');
  const { sessions, stepUp } = useConnection();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  async function begin() {
    const token = (await sessions.headers()).Authorization?.replace('Bearer ', '') ?? '';
    const start = await beginTest(token, id);
    if (start.kind === 'redirect') window.location.assign(start.url);
    else if (start.kind === 'refused' && start.code === 'REAUTHENTICATION_REQUIRED') {
      if (await stepUp.ask()) await begin();
    } else setRefusal(start.kind === 'refused' ? start.message : t('test.none'));
  }
  async function start() {
    setBusy(true);
    setRefusal(null);
    await begin();
    setBusy(false);
  }
  return (
    <>
      {refusal !== null && <Refused>{refusal}</Refused>}
      <Button variant="default" loading={isBusy} aria-label={t('test.of', { name })} onClick={() => void start()}>
        {t('test.action')}
      </Button>
    </>
  );
}

/** What the last test log-in showed. */
export function LastTest({ connection: { lastTest } }: { connection: IdentityConnectionFragment }) {
  const { t } = useTranslation(['single-sign-on', 'common']);
  const format = useFormat();
  if (lastTest === null) return <Text c="dimmed">{t('test.never')}</Text>;
  const { at, refusal, detail, email, groups, role } = lastTest;
  return (
    <Stack gap={4}>
      <Text component="div">
        <StateWord
          tone={refusal === null ? 'good' : 'bad'}
          word={t(refusal === null ? 'test.passed' : 'test.failed')}
        />{' '}
        {format.dateTime(at)}
      </Text>
      {refusal !== null && <Text>{t(`refusal.${refusal}`, { defaultValue: refusal })}</Text>}
      {detail !== null && <Text c="dimmed">{detail}</Text>}
      {email !== null && <Text>{t('test.email', { email })}</Text>}
      {groups !== null && (
        <Text>{groups.length === 0 ? t('test.noGroups') : t('test.groups', { groups: groups.join(', ') })}</Text>
      )}
      {role !== null && <Text>{t('test.role', { role: t(`common:role.${role}`) })}</Text>}
    </Stack>
  );
}
