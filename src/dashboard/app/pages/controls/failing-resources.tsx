import { Code, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table';
import { AcceptFinding } from '../../parts/exceptions/accept-finding';
import { StateWord } from '../../parts/state-word';
import { Section } from '../../parts/section';
import { TextLink } from '../../parts/text-link';
import type { ControlPageQuery } from './control.gql';
import type { ShownControl } from './control.page';

type Proposal = ControlPageQuery['proposals']['nodes'][number];
type FailingResource = NonNullable<ShownControl['latestFinding']>['resources'][number];

/** Failing resources of the latest finding, each with what can be done: accept it, or see that it is. */
export function FailingResources({
  control: { id, latestFinding },
  proposals,
}: {
  control: ShownControl;
  proposals: readonly Proposal[];
}) {
  const { t } = useTranslation('controls');
  if (!latestFinding || latestFinding.resources.length === 0) return null;
  const { resources, resourcesTotal, scanJobId } = latestFinding;
  const rows = resources.map((resource, index) => ({ ...resource, key: `${index} ${resource.id}` }));
  return (
    <Section
      title={t('resources.title')}
      aside={
        <Group gap="md">
          <TextLink to="/findings" search={{ controlId: id }} size="xs">
            {t('resources.all')}
          </TextLink>
          <TextLink to="/scans/$scanId" params={{ scanId: scanJobId }} search={{ status: 'fail' }} size="xs">
            {t('resources.scan')}
          </TextLink>
        </Group>
      }
    >
      {resources.length < resourcesTotal && (
        <Text c="dimmed">{t('resources.first', { count: resources.length, total: resourcesTotal })}</Text>
      )}
      <DataTable
        label={t('resources.title')}
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          {
            key: 'resource',
            header: t('resources.resource'),
            cell: ({ id, name }) => (
              <>
                <Text fw={500}>{name ?? id}</Text>
                {name !== null && name !== id && (
                  <Code fz="xs" bg="transparent" c="dimmed" p={0} style={{ overflowWrap: 'anywhere' }}>
                    {id}
                  </Code>
                )}
              </>
            ),
          },
          {
            key: 'problem',
            header: t('resources.problem'),
            cell: ({ check, summary }) => (
              <>
                <Text miw={220}>{summary}</Text>
                <Text size="xs" c="dimmed">
                  {check}
                </Text>
              </>
            ),
          },
          {
            key: 'place',
            header: t('resources.place'),
            cell: ({ type, region, account }) => (
              <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
                {[type, region, account].filter((each) => each !== null).join(' · ')}
              </Text>
            ),
          },
          {
            key: 'accept',
            header: '',
            align: 'right',
            cell: (resource) => <Acceptance resource={resource} proposals={proposals} />,
          },
        ]}
      />
    </Section>
  );
}

function Acceptance({ resource, proposals }: { resource: FailingResource; proposals: readonly Proposal[] }) {
  const { t } = useTranslation('exceptions');
  const isProposed = proposals.some((proposal) => isAbout(proposal, resource));
  if (resource.exceptionId === null && !isProposed) return <AcceptFinding finding={resource} />;
  return (
    <Stack gap={0} align="flex-end">
      {resource.exceptionId === null ? (
        <StateWord tone="waiting" word={t('state.proposed')} />
      ) : (
        <StateWord tone="ended" word={t('accepted.word')} />
      )}
      <TextLink to="/exceptions" size="xs">
        {t('accepted.link')}
      </TextLink>
    </Stack>
  );
}

/** Whether a proposal would accept what fails on the resource. */
function isAbout({ scanner, ruleId, integration, resources }: Proposal, resource: FailingResource): boolean {
  if (scanner !== resource.scanner || ruleId !== resource.ruleId) return false;
  if (integration && integration.id !== resource.integrationId) return false;
  return resources.some(({ id }) => id === resource.id);
}
