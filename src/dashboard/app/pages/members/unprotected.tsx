import './unprotected.css';
import { skipToken, useQuery } from '@apollo/client/react';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { MfaChoice } from '../../parts/mfa-requirement';
import { Sign } from '../../parts/sign';
import { isAlone } from './members.rules';
import { MembersSignOnDocument, type MembersQuery } from './members.gql';

/** Whether a password is all that anybody needs, and nothing asks for more; for those alone who can change that. */
export function useIsUnprotected(data: MembersQuery | undefined): boolean {
  const may = useMay();
  const isConcerned =
    data?.organization.settings.mfaRequiredFrom === null && data.members.every(isAlone) && may('requireMfa');
  const canSee = may('identityConnections');
  const { data: signOn } = useQuery(MembersSignOnDocument, isConcerned && canSee ? {} : skipToken);
  return isConcerned && signOn?.identityConnections.every(({ isEnforced }) => !isEnforced) === true;
}

/** What it means that nobody has a second factor, and the way to end it. */
export function Unprotected() {
  const { t } = useTranslation('members');
  return (
    <section className="unprotected" aria-label={t('unprotected.title')}>
      <Sign {...BAND} />
      <div>
        <Text fw={600}>{t('unprotected.title')}</Text>
        <Text size="sm" c="dimmed">
          {t('unprotected.text')}
        </Text>
      </div>
      <MfaChoice requiredFrom={null} isSmall />
    </section>
  );
}

const BAND = { name: 'fair', glyph: '!' } as const;
