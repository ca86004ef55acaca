import { Button, Code, Group, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Copyable } from '../../parts/copyable';
import type { AuditTrailQuery } from './audit.gql';
import type { AuditSearch } from './audit-search';
import { Changes } from './changes';
import { RESOURCE_TYPES } from './resource-types';

interface AuditDetailProps {
  entry: AuditTrailQuery['auditLog']['nodes'][number];
  onFilter: (change: AuditSearch) => void;
}

/**
 * Details of an audit entry: all changed fields, the related resource, and on demand the JSON and the hashes of the
 * chain.
 */
export function AuditDetail({ entry, onFilter }: AuditDetailProps) {
  const { t } = useTranslation('audit');
  const { action, actor, resourceType, resourceId } = entry;
  const known = RESOURCE_TYPES.find((each) => each === resourceType);
  const kind = known ? t(`resource.${known}`) : resourceType;
  const [isJson, json] = useDisclosure();
  const [isChain, chain] = useDisclosure();
  return (
    <Stack gap="md" py="sm" maw={880}>
      <Facts
        facts={[
          [t('detail.action'), <Code key="action">{action}</Code>],
          [t('detail.changes'), <Changes key="changes" entry={entry} />],
          [t('detail.resource'), `${kind}${resourceId === null ? '' : ` ${resourceId}`}`],
          ...(actor.apiKeyId === null ? [] : [[t('actor.api_key'), actor.apiKeyId] as const]),
          [t('detail.address'), entry.address ?? '–'],
          [t('detail.request'), entry.requestId ?? '–'],
        ]}
      />
      <Group gap="sm">
        {resourceId !== null && (
          <Button variant="default" size="compact-sm" onClick={() => onFilter({ resourceType, resourceId })}>
            {t('detail.sameResource')}
          </Button>
        )}
        {actor.id !== null && (
          <Button variant="default" size="compact-sm" onClick={() => onFilter({ actorId: actor.id ?? undefined })}>
            {t('detail.sameActor')}
          </Button>
        )}
        <Button variant="default" size="compact-sm" onClick={() => onFilter({ action })}>
          {t('detail.sameAction')}
        </Button>
        <Button variant="default" size="compact-sm" aria-expanded={isJson} onClick={json.toggle}>
          {t('detail.json')}
        </Button>
        <Button variant="default" size="compact-sm" aria-expanded={isChain} onClick={chain.toggle}>
          {t('detail.chain')}
        </Button>
      </Group>
      {isJson && (
        <>
          <Copyable label={t('detail.before')} text={JSON.stringify(entry.before, null, 2)} />
          <Copyable label={t('detail.after')} text={JSON.stringify(entry.after, null, 2)} />
        </>
      )}
      {isChain && (
        <>
          <Facts
            facts={[
              [t('detail.sequence'), String(entry.sequence)],
              [t('detail.hash'), <Code key="hash">{entry.hash}</Code>],
              [t('detail.previousHash'), <Code key="previous">{entry.previousHash}</Code>],
            ]}
          />
          <Text size="xs" c="dimmed">
            {t('detail.chainHint')}
          </Text>
        </>
      )}
    </Stack>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Table withRowBorders={false} verticalSpacing={2} horizontalSpacing={8} style={{ overflowWrap: 'anywhere' }}>
      <Table.Tbody>
        {facts.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" w={160} style={{ verticalAlign: 'top' }}>
              {name}
            </Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
