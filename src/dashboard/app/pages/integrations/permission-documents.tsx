import { Button, Code, CopyButton, Group, Stack, Tabs, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../parts/download';
import type { IntegrationKindsQuery } from './integrations.gql';
import { namedWay, waysOf } from './ways.rules';

type PermissionDocument = IntegrationKindsQuery['integrationKinds'][number]['permissions'][number];

interface PermissionDocumentsProps {
  documents: readonly PermissionDocument[];
  /** The chosen way; null where there is one only. */
  way: string | null;
  onWay: (way: string | null) => void;
  /** What to do with the documents of the chosen way. */
  guide: ReactNode;
}

/** Least privileges that an administrator has to grant: a tab for each way of which one is enough, then what each needs. */
export function PermissionDocuments({ documents, way: chosen, onWay, guide }: PermissionDocumentsProps) {
  const { t } = useTranslation('integrations');
  const ways = waysOf(documents);
  const of = (way: string | null) => documents.filter((each) => each.way === way);
  return (
    <Stack gap="md">
      <Text c="dimmed">{t(ways.length > 0 ? 'permissions.oneWay' : 'permissions.hint')}</Text>
      {ways.length > 0 && (
        <Tabs value={chosen} onChange={onWay} keepMounted={false}>
          <Tabs.List mb="sm" aria-label={t('permissions.ways')}>
            {ways.map((way) => (
              <Tabs.Tab key={way} value={way}>
                <Way name={way} />
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {ways.map((way) => (
            <Tabs.Panel key={way} value={way}>
              <Stack gap="md">
                {guide}
                <Documents documents={of(way)} />
              </Stack>
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
      {ways.length === 0 && guide}
      {ways.length > 0 && of(null).length > 0 ? (
        <details>
          <summary>{t('permissions.also', { count: of(null).length })}</summary>
          <Documents documents={of(null)} />
        </details>
      ) : (
        <Documents documents={of(null)} />
      )}
    </Stack>
  );
}

function Way({ name }: { name: string }) {
  const { t } = useTranslation('integrations');
  const named = namedWay(name);
  return named === undefined ? name : t(`permissions.way.${named}`);
}

function Documents({ documents }: Pick<PermissionDocumentsProps, 'documents'>) {
  return (
    <Stack gap="md">
      {documents.map((each) => (
        <Document key={each.title} document={each} />
      ))}
    </Stack>
  );
}

const EXTENSIONS: Readonly<Record<string, string>> = { text: 'txt' };

/** A document with buttons that copy and save it. */
function Document({ document: { title, format, text } }: { document: PermissionDocument }) {
  const { t } = useTranslation(['integrations', 'common']);
  // Umlauts become their letter.
  const plain = title.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const named = plain.replaceAll(/[^a-z0-9]+/g, '-');
  const save = () =>
    download(new Blob([text]), `crosswalk-${named.slice(0, 60)}.${EXTENSIONS[format] ?? format}`.replace('-.', '.'));
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <Text fw={500} flex={1} miw={200}>
          {title}
        </Text>
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={save} aria-label={t('permissions.downloadOf', { title })}>
            {t('permissions.download')}
          </Button>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button variant="default" size="xs" onClick={copy} aria-label={t('permissions.copy', { title })}>
                {copied ? t('common:action.copied') : t('common:action.copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Group>
      <Code
        block
        tabIndex={0}
        role="region"
        aria-label={title}
        mah={300}
        style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {text}
      </Code>
    </Stack>
  );
}
