import { useMutation } from '@apollo/client/react';
import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { useAttempts } from '../../parts/attempt';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { Copyable } from '../../parts/copyable';
import { FormDialog } from '../../parts/form-dialog';
import { useFormat } from '../../parts/format';
import { problemOf, Refusal } from '../../parts/refusal';
import { StateWord } from '../../parts/state-word';
import {
  ClaimEmailDomainDocument,
  ReleaseEmailDomainDocument,
  SingleSignOnDocument,
  VerifyEmailDomainDocument,
  type EmailDomainFragment,
} from './single-sign-on.gql';

const refetchQueries = [SingleSignOnDocument];

/** A claimed domain: its state, the TXT record that proves it, and what can be done with it. */
export function DomainCard({ domain }: { domain: EmailDomainFragment }) {
  const { t } = useTranslation('single-sign-on');
  const may = useMay();
  const { error, attempt } = useAttempts();
  const [verify, { loading }] = useMutation(VerifyEmailDomainDocument);
  const [release] = useMutation(ReleaseEmailDomainDocument, { refetchQueries });
  const { id, domain: name, recordName, recordText, verifiedAt } = domain;
  return (
    <Paper withBorder p="md" component="article" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Text fw={600}>{name}</Text>
          <StateWord
            tone={verifiedAt === null ? 'waiting' : 'good'}
            word={t(verifiedAt === null ? 'domains.unproven' : 'domains.proven')}
          />
        </Group>
        <LastLook domain={domain} />
        {verifiedAt === null && <Copyable label={t('domains.recordName')} text={recordName} />}
        {verifiedAt === null && <Copyable label={t('domains.recordText')} text={recordText} />}
        <Refusal error={error} />
        <Group gap="sm">
          {may('verifyEmailDomain') && verifiedAt === null && (
            <Button
              aria-label={t('domains.verifyOf', { name })}
              loading={loading}
              onClick={() => void attempt(() => verify({ variables: { id } }))}
            >
              {t('domains.verify')}
            </Button>
          )}
          {may('releaseEmailDomain') && (
            <ConfirmedAction
              isDestructive
              action={t('domains.release')}
              label={t('domains.releaseOf', { name })}
              onConfirm={() => release({ variables: { id } })}
            >
              {t('domains.releaseExplanation')}
            </ConfirmedAction>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}

/** What the name servers said last. */
function LastLook({ domain: { verifiedAt, checkedAt, missingSince } }: { domain: EmailDomainFragment }) {
  const { t } = useTranslation('single-sign-on');
  const format = useFormat();
  if (missingSince !== null) return <Text>{t('domains.missing', { date: format.dateTime(missingSince) })}</Text>;
  if (verifiedAt === null && checkedAt !== null) {
    return <Text c="dimmed">{t('domains.notFound', { date: format.dateTime(checkedAt) })}</Text>;
  }
  return verifiedAt === null ? null : (
    <Text c="dimmed">{t('domains.since', { date: format.dateTime(verifiedAt) })}</Text>
  );
}

/** Button that claims a domain, with its dialog. @param props.isNext whether that is the next step */
export function ClaimDomain({ isNext }: { isNext: boolean }) {
  const { t } = useTranslation('single-sign-on');
  const [domain, setDomain] = useState<string | null>(null);
  const [claim, { loading, error, reset }] = useMutation(ClaimEmailDomainDocument, { refetchQueries });
  async function submit() {
    try {
      await claim({ variables: { input: { domain: (domain ?? '').trim() } } });
    } catch {
      // The dialog shows it.
      return;
    }
    notifications.show({ message: t('domains.claimed') });
    setDomain(null);
  }
  return (
    <>
      <Button
        variant={isNext ? 'filled' : 'default'}
        size="compact-sm"
        onClick={() => {
          reset();
          setDomain('');
        }}
      >
        {t('domains.claim')}
      </Button>
      {domain !== null && (
        <FormDialog
          title={t('domains.claim')}
          action={t('domains.claimAction')}
          isBusy={loading}
          error={error}
          fields={['domain']}
          onSubmit={() => void submit()}
          onClose={() => setDomain(null)}
        >
          <TextInput
            label={t('domains.name')}
            description={t('domains.nameHint')}
            placeholder="example.com"
            required
            maxLength={253}
            data-autofocus
            value={domain}
            error={problemOf(error, 'domain')}
            onChange={({ currentTarget: { value } }) => setDomain(value)}
          />
        </FormDialog>
      )}
    </>
  );
}
