import { useMutation } from '@apollo/client/react';
import { Group, Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { ConfirmedAction } from '../../parts/confirmed-action';
import { Copyable } from '../../parts/copyable';
import { Facts } from '../../parts/facts';
import { StateWord } from '../../parts/state-word';
import { ChangeConnection } from './connection-dialog';
import { LastTest, TestConnection } from './connection-test';
import { Enforce } from './enforce-dialog';
import {
  ActivateIdentityConnectionDocument,
  DeactivateIdentityConnectionDocument,
  DeleteIdentityConnectionDocument,
  RelaxSingleSignOnDocument,
  SingleSignOnDocument,
  type IdentityConnectionFragment,
} from './single-sign-on.gql';

const TONES = { draft: 'waiting', tested: 'waiting', active: 'good' } as const;

/** A connection to an identity provider: its state, what the provider has to be given, its last test, and its actions. */
export function ConnectionCard({ connection }: { connection: IdentityConnectionFragment }) {
  const { t } = useTranslation('single-sign-on');
  const { name, kind, status, isEnforced, callbackUrl, metadataUrl } = connection;
  return (
    <Paper withBorder p="md" component="article" aria-label={name}>
      <Stack gap="md">
        <Group justify="space-between">
          <Text fw={600}>
            {name} · {t(`kind.${kind}`)}
          </Text>
          <StateWord tone={TONES[status]} word={t(isEnforced ? 'status.enforced' : `status.${status}`)} />
        </Group>
        <Settings connection={connection} />
        <Copyable label={t(`connections.callback.${kind}`)} text={callbackUrl} />
        {metadataUrl !== null && <Copyable label={t('connections.metadata')} text={metadataUrl} />}
        <LastTest connection={connection} />
        <Actions connection={connection} />
      </Stack>
    </Paper>
  );
}

function Settings({ connection }: { connection: IdentityConnectionFragment }) {
  const { t } = useTranslation('single-sign-on');
  const { kind, issuer, clientId, hasClientSecret, signOnUrl, certificates, groupClaim } = connection;
  const { createsMembers, requiresGroup } = connection;
  const own: (readonly [string, string])[] =
    kind === 'oidc'
      ? [
          [t('form.clientId'), clientId ?? ''],
          [t('form.clientSecret'), t(hasClientSecret ? 'connections.secretStored' : 'connections.noSecret')],
        ]
      : [
          [t('form.signOnUrl'), signOnUrl ?? ''],
          [t('connections.certificates'), String(certificates.length)],
        ];
  return (
    <Facts
      facts={[
        [t(`form.issuer.${kind}`), issuer],
        ...own,
        [t('form.groupClaim'), groupClaim ?? t('connections.noGroups')],
        [t('connections.firstLogin'), t(createsMembers ? 'connections.creates' : 'connections.createsNone')],
        ...(requiresGroup ? [[t('connections.noRole'), t('connections.refused')] as const] : []),
      ]}
    />
  );
}

/** What can be done with the connection in its state. */
function Actions({ connection }: { connection: IdentityConnectionFragment }) {
  const { t } = useTranslation('single-sign-on');
  const may = useMay();
  const { id, name, status, isEnforced } = connection;
  const variables = { id };
  const [activate] = useMutation(ActivateIdentityConnectionDocument);
  const [deactivate] = useMutation(DeactivateIdentityConnectionDocument);
  const [relax] = useMutation(RelaxSingleSignOnDocument);
  const [remove] = useMutation(DeleteIdentityConnectionDocument, { refetchQueries: [SingleSignOnDocument] });
  if (!may('updateIdentityConnection')) return null;
  return (
    <Group gap="sm">
      <TestConnection connection={connection} />
      {status === 'tested' && (
        <ConfirmedAction
          isDestructive={false}
          action={t('activate.action')}
          label={t('activate.of', { name })}
          onConfirm={() => activate({ variables })}
        >
          {t('activate.explanation')}
        </ConfirmedAction>
      )}
      {status === 'active' && !isEnforced && <Enforce connection={connection} />}
      {isEnforced && (
        <ConfirmedAction
          isDestructive={false}
          action={t('relax.action')}
          label={t('relax.of', { name })}
          onConfirm={() => relax({ variables })}
        >
          {t('relax.explanation')}
        </ConfirmedAction>
      )}
      {status === 'active' && !isEnforced && (
        <ConfirmedAction
          isDestructive
          action={t('deactivate.action')}
          label={t('deactivate.of', { name })}
          onConfirm={() => deactivate({ variables })}
        >
          {t('deactivate.explanation')}
        </ConfirmedAction>
      )}
      <ChangeConnection connection={connection} />
      {!isEnforced && (
        <ConfirmedAction
          isDestructive
          action={t('delete.action')}
          label={t('delete.of', { name })}
          onConfirm={() => remove({ variables })}
        >
          {t('delete.explanation')}
        </ConfirmedAction>
      )}
    </Group>
  );
}
