import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReadByScansQuery } from './integrations.gql';
import { readNames, readOf } from './services.rules';

/** Names that show; all under the pointer. */
const SHOWN = 4;

interface ReadByScanProps {
  integrationId: string;
  /** Newest first. */
  scans: ReadByScansQuery['scans']['nodes'];
}

/** What the last scan read of an integration: its services, and how many resources; nothing where no scan counted any. */
export function ReadByScan({ integrationId, scans }: ReadByScanProps) {
  const { t } = useTranslation('integrations');
  const types = readOf(scans, integrationId);
  const names = readNames(types);
  if (types.length === 0) return null;
  const count = types.reduce((sum, { resources }) => sum + (resources ?? 0), 0);
  const shown = names.slice(0, SHOWN).join(', ');
  return (
    <div style={{ maxWidth: 280 }} title={names.join(', ')}>
      {names.length > SHOWN ? t('reads.more', { names: shown, count: names.length - SHOWN }) : shown}
      <Text size="xs" c="dimmed">
        {t('reads.resources', { count })}
      </Text>
    </div>
  );
}
