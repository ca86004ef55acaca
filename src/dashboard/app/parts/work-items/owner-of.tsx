import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../text-link';

export interface OwnedWork {
  id: string;
  owner: { name: string } | null;
}

/** Who does it, with the way to the work item; a dash where nobody was asked to. */
export function OwnerOf({ work }: { work: OwnedWork | null }) {
  const { t } = useTranslation('work');
  if (work === null) {
    return (
      <Text span c="dimmed" className="no-owner" aria-label={t('about.none')} role="img">
        –
      </Text>
    );
  }
  return (
    <TextLink to="/work-items/$workItemId" params={{ workItemId: work.id }} size="sm">
      {work.owner?.name ?? t('nobody')}
    </TextLink>
  );
}
