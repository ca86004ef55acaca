import { skipToken, useQuery } from '@apollo/client/react';
import { Anchor, Stack, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure, Waiting } from '../../parts/answered';
import { described } from '../../parts/described';
import { Sheet } from '../../parts/sheet';
import { RegisterForm } from './register-form';
import { InvitationPreviewDocument } from './register.gql';

const route = getRouteApi('/register');

/** Page behind an invitation's link, where its holder registers. */
export function RegisterPage() {
  const { t } = useTranslation('register');
  const { token } = route.useSearch();
  // Queried once: after the invitation was accepted, a second response would say that the link is used.
  const options = { variables: { token: token ?? '' }, fetchPolicy: 'no-cache' } as const;
  const { data, error, refetch } = useQuery(InvitationPreviewDocument, token === undefined ? skipToken : options);
  useEffect(() => {
    document.title = `${t('title')} · Crosswalk`;
  }, [t]);
  if (token === undefined)
    return (
      <Sheet title={t('title')}>
        <Text>{t('ended.noToken')}</Text>
      </Sheet>
    );
  if (data) {
    return (
      <Sheet title={t('join', { organization: data.invitation.organization })}>
        <RegisterForm token={token} invitation={data.invitation} />
      </Sheet>
    );
  }
  return <Sheet title={t('title')}>{error ? <Refused error={error} onRetry={refetch} /> : <Waiting />}</Sheet>;
}

/** Error page of an invitation, with what to do about it. */
function Refused({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useTranslation('register');
  switch (described(error).code) {
    case 'GONE':
      return <Ended what={t('ended.gone')} />;
    case 'NOT_FOUND':
      return <Ended what={t('ended.unknown')} />;
    default:
      return <Failure error={error} onRetry={onRetry} />;
  }
}

function Ended({ what }: { what: string }) {
  const { t } = useTranslation('register');
  return (
    <Stack gap="md" role="alert">
      <Text>{what}</Text>
      <Text>{t('ended.next')}</Text>
      <Anchor component={Link} to="/posture">
        {t('ended.signIn')}
      </Anchor>
    </Stack>
  );
}
