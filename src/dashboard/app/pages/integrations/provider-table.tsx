import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Section } from '../../parts/section';
import { StateWord } from '../../parts/state-word';
import type { IntegrationsQuery, ReadByScansQuery } from './integrations.gql';
import { providersOf, readOf, type ProviderRead } from './services.rules';

interface ProviderTableProps {
  integrations: IntegrationsQuery['integrations'];
  /** Newest first. */
  scans: ReadByScansQuery['scans']['nodes'];
}

/** What the last scans read, by provider: services, resources, and checks that could not look. Nothing until something was read. */
export function ProviderTable({ integrations, scans }: ProviderTableProps) {
  const { t } = useTranslation('integrations');
  const format = useFormat();
  const connected = integrations.filter(({ status }) => status !== 'disconnected');
  const held = connected.flatMap(({ withheldChecks }) => withheldChecks.flatMap(({ checkIds }) => checkIds));
  const rows = providersOf(
    connected.flatMap(({ id }) => readOf(scans, id)),
    held,
  );
  if (rows.length === 0) return null;
  const columns: readonly Column<ProviderRead>[] = [
    { key: 'provider', header: t('providers.provider'), cell: ({ provider }) => provider },
    {
      key: 'services',
      header: t('providers.services'),
      cell: ({ services }) => <span title={services.join(', ')}>{servicesIn(services, t)}</span>,
    },
    {
      key: 'resources',
      header: t('providers.resources'),
      align: 'right',
      cell: ({ resources }) => format.number(resources),
    },
    // Of most providers none is: no column of its own.
    ...(rows.some(({ onHold }) => onHold > 0)
      ? [
          {
            key: 'held',
            header: t('providers.held'),
            cell: ({ onHold }: ProviderRead) =>
              onHold > 0 && <StateWord tone="warning" word={t('providers.onHold', { count: onHold })} />,
          },
        ]
      : []),
  ];
  return (
    <Section title={t('providers.title')}>
      <DataTable label={t('providers.title')} columns={columns} rows={rows} rowKey={({ provider }) => provider} />
    </Section>
  );
}

/** Names that show; all under the pointer. */
const SHOWN = 6;

function servicesIn(names: readonly string[], t: ReturnType<typeof useTranslation<'integrations'>>['t']): string {
  const shown = names.slice(0, SHOWN).join(', ');
  return names.length > SHOWN ? t('reads.more', { names: shown, count: names.length - SHOWN }) : shown;
}
