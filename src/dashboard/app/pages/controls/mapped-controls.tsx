import { Anchor, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table';
import { Section } from '../../parts/section';
import { ControlStatus, Status } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import type { ShownControl } from './control.page';

/** A wide control has twenty. */
const SHOWN = 5;

type Mapping = ShownControl['mappings'][number];

/** Controls of other frameworks that are mapped to the same universal controls. */
export function MappedControls({ control: { id, mappings } }: { control: ShownControl }) {
  const { t } = useTranslation('controls');
  const [isWhole, { open }] = useDisclosure();
  const failingOf = (mapping: Mapping) =>
    othersOf(mapping, id).filter(({ control }) => control.status === 'failed').length;
  const ordered = mappings.toSorted((a, b) => failingOf(b) - failingOf(a));
  const shown = isWhole ? ordered : ordered.slice(0, SHOWN);
  return (
    <Section title={t('mapped.title')}>
      <Text c="dimmed" maw={760}>
        {t('mapped.explained')}
      </Text>
      {shown.map((mapping) => (
        <Shared key={mapping.id} mapping={mapping} others={othersOf(mapping, id)} failing={failingOf(mapping)} />
      ))}
      {shown.length < mappings.length && (
        <Anchor component="button" type="button" mih={24} ta="left" onClick={open}>
          {t('mapped.more', { count: mappings.length - shown.length })}
        </Anchor>
      )}
    </Section>
  );
}

interface SharedProps {
  mapping: Mapping;
  /** The other controls of its universal control. */
  others: Mapping['universalControl']['mappings'];
  /** How many of them fail. */
  failing: number;
}

function othersOf({ universalControl }: Mapping, controlId: string) {
  return universalControl.mappings.filter(({ control }) => control.id !== controlId);
}

function Shared({ mapping, others, failing }: SharedProps) {
  const { relationship, rationale, universalControl } = mapping;
  const { t } = useTranslation(['controls', 'common']);
  const { id, code, title, assessment } = universalControl;
  return (
    <details style={{ borderTop: '1px solid var(--line)', paddingTop: 8 }}>
      <summary>
        <Text component="span" fw={500}>
          {code} {title}
        </Text>{' '}
        <Text component="span" size="xs" c="dimmed">
          {t('mapped.count', { count: others.length })}
          {failing > 0 && ` · ${t('mapped.failing', { count: failing })}`}
        </Text>
      </summary>
      <Stack gap="sm" py="sm">
        <Text maw={760}>
          {t('mapped.relationship', { relationship: t(`common:relationship.${relationship}`), code })} {rationale}
        </Text>
        <Covered mapping={mapping} />
        <Text>
          {assessment ? <Status status={assessment.status} /> : t('mapped.notAssessed')}{' '}
          <TextLink to="/mapping/universal/$universalControlId" params={{ universalControlId: id }}>
            {t('mapped.open', { code })}
          </TextLink>
        </Text>
        {others.length > 0 && <Others code={code} mappings={others} />}
      </Stack>
    </details>
  );
}

/** What the control asks for of the universal control, and whether that is all. */
function Covered({ mapping: { covers, asksMore, universalControl } }: { mapping: Mapping }) {
  const { t } = useTranslation('controls');
  const { code, elements } = universalControl;
  return (
    <div>
      <Text>{t('mapped.covers', { code, covered: covers.length, count: elements.length })}</Text>
      <ul style={{ margin: '4px 0', paddingLeft: 16, listStyle: 'none' }} aria-label={t('mapped.elements', { code })}>
        {covers.map((number) => (
          <li key={number}>
            {number}. {elements[number - 1]}
          </li>
        ))}
      </ul>
      <Text c="dimmed">{t(asksMore ? 'mapped.asksMore' : 'mapped.asksNoMore')}</Text>
    </div>
  );
}

function Others({ code, mappings }: { code: string; mappings: Mapping['universalControl']['mappings'] }) {
  const { t } = useTranslation(['controls', 'common']);
  return (
    <DataTable
      label={t('mapped.label', { code })}
      rows={mappings}
      rowKey={({ id }) => id}
      columns={[
        { key: 'framework', header: t('framework'), cell: ({ framework }) => framework },
        {
          key: 'control',
          header: t('control.name'),
          cell: ({ control: { id, controlId, title, framework } }) => (
            <Text miw={180}>
              <TextLink
                to="/controls/$framework/$controlId"
                params={{ framework: framework.slug, controlId: id }}
                fw={500}
              >
                {controlId}
              </TextLink>{' '}
              {title}
            </Text>
          ),
        },
        { key: 'status', header: t('controls.status'), cell: ({ control }) => <ControlStatus control={control} /> },
        {
          key: 'relationship',
          header: t('mapped.relationshipColumn'),
          cell: ({ relationship, rationale }) => (
            <>
              <Text>{t(`common:relationship.${relationship}`)}</Text>
              <Text size="xs" c="dimmed" miw={220}>
                {rationale}
              </Text>
            </>
          ),
        },
      ]}
    />
  );
}
