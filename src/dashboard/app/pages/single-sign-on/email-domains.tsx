import { useMutation } from '@apollo/client/react';
import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { useAttempts } from '../../parts/attempt';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { Copyable } from '../../parts/copyable';
import { Form } from '../../parts/form';
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

/** Claims a domain. The page then shows its record. */
function useClaim() {
  const { t } = useTranslation('single-sign-on');
  const [claim, { loading, error, reset }] = useMutation(ClaimEmailDomainDocument, { refetchQueries });
  /** @returns whether it is claimed; if not, the form shows why */
  const submit = async (domain: string): Promise<boolean> => {
    try {
      await claim({ variables: { input: { domain: domain.trim() } } });
    } catch {
      return false;
    }
    notifications.show({ message: t('domains.claimed') });
    return true;
  };
  return { submit, loading, error, reset };
}

/** Field of the first domain, in place of a list. */
export function FirstDomain() {
  const { t } = useTranslation('single-sign-on');
  const [domain, setDomain] = useState('');
  const { submit, loading, error } = useClaim();
  return (
    <Form
      aria-label={t('domains.claim')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(domain);
      }}
    >
      <Stack gap="sm">
        <Refusal error={error} fields={['domain']} />
        <div className="claim-domain">
          <DomainField domain={domain} error={error} onChange={setDomain} />
          <Button type="submit" loading={loading}>
            {t('domains.claimAction')}
          </Button>
        </div>
      </Stack>
    </Form>
  );
}

/** Button that claims a further domain, with its dialog. */
export function ClaimDomain() {
  const { t } = useTranslation('single-sign-on');
  const [domain, setDomain] = useState<string | null>(null);
  const { submit, loading, error, reset } = useClaim();
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        style={{ alignSelf: 'start' }}
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
          onSubmit={() => void submit(domain).then((isClaimed) => isClaimed && setDomain(null))}
          onClose={() => setDomain(null)}
        >
          <DomainField domain={domain} error={error} onChange={setDomain} />
        </FormDialog>
      )}
    </>
  );
}

interface DomainFieldProps {
  domain: string;
  error: unknown;
  onChange: (domain: string) => void;
}

function DomainField({ domain, error, onChange }: DomainFieldProps) {
  const { t } = useTranslation('single-sign-on');
  return (
    <TextInput
      label={t('domains.name')}
      description={t('domains.nameHint')}
      placeholder="example.com"
      required
      maxLength={253}
      data-autofocus
      value={domain}
      error={problemOf(error, 'domain')}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}
