import { useQuery } from '@apollo/client/react';
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OpenRequestsDocument } from './open-requests.gql';

/** How many comments and requests of auditors wait for an answer; nothing where none does, and while that is read. */
export function OpenRequests() {
  const { t } = useTranslation('common');
  const { data } = useQuery(OpenRequestsDocument);
  const count = data?.auditorComments.length ?? 0;
  if (count === 0) return null;
  return (
    <span className="rail-count">
      <span aria-hidden="true">{count}</span>
      <VisuallyHidden>{t('nav.openRequests', { count })}</VisuallyHidden>
    </span>
  );
}
