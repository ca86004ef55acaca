import './configuration.css';
import { useQuery } from '@apollo/client/react';
import { Code, Stack, Text } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered } from './answered';
import { Coded } from './coded';
import { ConfigurationOfResourceDocument, type ConfigurationOfResourceQuery } from './configuration.gql';
import { DataTable, type Column } from './data-table';
import { described } from './described';
import { useFormat } from './format';
import { Section } from './section';
import { TextLink } from './text-link';

type Found = ConfigurationOfResourceQuery['resourceConfiguration'];
type Property = Found['properties'][number];

interface ConfigurationProps {
  title: string;
  /** Content beside the title. */
  aside?: ReactNode;
  /** `Resource.id`. */
  resourceId: string;
  /** RFC 3339. @default as the last scan that saw it read it */
  asOf?: string | null;
  /** Names of the properties that are shown. @default all */
  only?: readonly string[];
  /** What some properties mean for the page, as a last column; these are first. */
  notes?: { header: string; of: (name: string) => readonly ReactNode[] };
  /** Whether it is unfolded by a click, unless the address asks for it. @default false */
  isFolded?: boolean;
  /** Text where no stored scan has the properties. @default there is no section then */
  none?: string;
}

/** Section with the properties of a resource as a scan read them. */
export function Configuration({
  title,
  aside,
  none,
  resourceId: id,
  asOf = null,
  isFolded = false,
  ...shown
}: ConfigurationProps) {
  const { t } = useTranslation(['common', 'findings']);
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const result = useQuery(ConfigurationOfResourceDocument, { variables: { id, asOf } });
  // Retention or a restore has lost what the scan stored: no failure of the page.
  const isGone = described(result.error).code === 'GONE';
  const isNone = isGone || result.data?.resourceConfiguration.scan === null;
  if (isNone && none === undefined) return null;
  return (
    <Section title={title} aside={isNone ? null : aside}>
      {isNone ? (
        <Text c="dimmed">{none}</Text>
      ) : (
        <Answered result={result}>
          {({ resourceConfiguration: found }) =>
            isFolded ? (
              <details open={hash === 'configuration'}>
                <summary>{t('findings:resource.properties', { count: found.properties.length })}</summary>
                <Properties found={found} {...shown} />
              </details>
            ) : (
              <Properties found={found} {...shown} />
            )
          }
        </Answered>
      )}
    </Section>
  );
}

type PropertiesProps = Pick<ConfigurationProps, 'only' | 'notes'> & { found: Found };

function Properties({ found: { scan, properties }, only, notes }: PropertiesProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const columns: Column<Property>[] = [
    { key: 'property', header: t('configuration.property'), cell: (property) => <Name {...property} /> },
    { key: 'value', header: t('configuration.value'), cell: (property) => <Value {...property} /> },
    ...(notes
      ? [{ key: 'notes', header: notes.header, cell: ({ name }: Property) => <Stack gap={4}>{notes.of(name)}</Stack> }]
      : []),
  ];
  const rankOf = ({ name }: Property) => (notes && notes.of(name).length > 0 ? 0 : 1);
  const shown = properties.filter(({ name }) => only?.includes(name) ?? true);
  return (
    <div className={notes ? 'configuration' : 'configuration configuration-plain'}>
      {scan && (
        <TextLink to="/scans/$scanId" params={{ scanId: scan.id }} size="sm">
          {t('configuration.readAt', { moment: format.dateTime(scan.completedAt ?? '') })}
        </TextLink>
      )}
      <DataTable
        label={t('configuration.label')}
        columns={columns}
        rows={shown.toSorted((a, b) => rankOf(a) - rankOf(b))}
        rowKey={({ name }) => name}
      />
    </div>
  );
}

function Name({ name, description }: Property) {
  return (
    <>
      <Code>{name}</Code>
      {description !== null && (
        <Text size="xs" c="dimmed">
          <Coded text={description} />
        </Text>
      )}
    </>
  );
}

/** Characters of a value that stands in one line. */
const LINE_MAX = 60;

function Value({ name, value, unreadReason }: Property) {
  const { t } = useTranslation('common');
  if (unreadReason !== null) return <Text c="dimmed">{t('configuration.unread', { reason: unreadReason })}</Text>;
  const line = JSON.stringify(value);
  // Words need no marks around them; an empty one has them, or nothing would be there.
  if (typeof value === 'string' && value !== '') return <Code>{value}</Code>;
  if (line.length <= LINE_MAX || typeof value !== 'object') return <Code>{line}</Code>;
  return (
    // What scrolls must be reachable by keyboard.
    <Code block tabIndex={0} role="region" aria-label={name}>
      {JSON.stringify(value, null, 2)}
    </Code>
  );
}
