import { List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { Status } from '../../parts/status';
import { BAND_OF_STANDING } from '../../parts/proof.rules';
import { Sign } from '../../parts/sign';
import { TextLink } from '../../parts/text-link';
import type { Derivation } from './derivation';
import { basisOf, isInDate } from './basis.rules';
import { Counted, DerivedElement } from './derived-element';
import { standingOf } from './missing.rules';

type Derived = Derivation['mappings'][number];

/** A mapping of a control: its relation, its elements with their votes, and the assessment in force. */
export function DerivedMapping({ derived, isOpen }: { derived: Derived; isOpen: boolean }) {
  const { t } = useTranslation(['controls', 'common']);
  const { mapping, isFull } = derived;
  const { code, title } = mapping.universalControl;
  return (
    <details open={isOpen} style={{ borderTop: '1px solid var(--line)', paddingTop: 8 }}>
      <summary>
        <Sign {...BAND_OF_STANDING[standingOf(derived)]} /> {t(`derivation.state.${wordOf(derived)}`)} ·{' '}
        <Text component="span" fw={500}>
          {code} {title}
        </Text>{' '}
        {isFull && (
          <Text component="span" size="xs" c="dimmed">
            {t('derivation.full')}
          </Text>
        )}
      </summary>
      <MappingBody derived={derived} />
    </details>
  );
}

/** What is known of a mapping, without its title. */
function MappingBody({ derived }: { derived: Derived }) {
  const { t } = useTranslation(['controls', 'common']);
  const { mapping, isFull, elements } = derived;
  const { code } = mapping.universalControl;
  return (
    <Stack gap="sm" py="sm" pl={{ base: 0, sm: 'lg' }}>
      <Text size="xs" c="dimmed">
        {isFull
          ? t('derivation.enough', { code })
          : t('mapped.relationship', { relationship: t(`common:relationship.${mapping.relationship}`), code })}
      </Text>
      <Looked elements={elements} />
      <List listStyleType="none" spacing="sm" aria-label={t('derivation.elements', { code })}>
        {elements.map((element) => (
          <List.Item key={element.number}>
            <DerivedElement element={element} derived={derived} />
          </List.Item>
        ))}
      </List>
      {derived.supporting.length > 0 && <Supporting derived={derived} />}
      {mapping.asksMore && <Text c="dimmed">{t('mapped.asksMore')}</Text>}
      <Assessed derived={derived} />
    </Stack>
  );
}

/** What only people say is assessed, not proven: tests or a file prove. */
function wordOf(derived: Derived) {
  const standing = standingOf(derived);
  if (standing === 'shown') return derived.isTested ? 'shown' : 'assessed';
  return WORDS[standing];
}

const WORDS = { part: 'trust', failed: 'contradicted', open: 'open' } as const;

/** The oldest and the newest evaluation of its elements. */
function Looked({ elements }: Pick<Derived, 'elements'>) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  const moments = elements.flatMap(({ votes }) => votes.map(({ evaluatedAt }) => evaluatedAt)).toSorted();
  const [oldest, newest] = [moments.at(0), moments.at(-1)];
  if (oldest === undefined || newest === undefined) return null;
  return (
    <Text size="xs" c="dimmed">
      {oldest === newest
        ? t('derivation.lookedOnce', { moment: format.dateTime(newest) })
        : t('derivation.looked', { oldest: format.dateTime(oldest), newest: format.dateTime(newest) })}
    </Text>
  );
}

/** Checks that are evidence for the universal control and decide nothing of what the control asks for. */
function Supporting({ derived: { supporting, mapping } }: { derived: Derived }) {
  const { t } = useTranslation('controls');
  return (
    <details>
      <summary>{t('derivation.supportingCount', { count: supporting.length })}</summary>
      <List size="sm" withPadding aria-label={t('derivation.supportingOf', { code: mapping.universalControl.code })}>
        {supporting.map(({ integrationId, integrationName, ruleId, title, resourcesPassed, resourcesFailed }) => (
          <List.Item key={`${integrationId} ${ruleId}`} style={{ overflowWrap: 'anywhere' }}>
            {title} ({t('derivation.supports')}, {integrationName}):{' '}
            <Counted check={{ resourcesPassed, resourcesFailed }} />
          </List.Item>
        ))}
      </List>
    </details>
  );
}

function Assessed({ derived: { assessment, mapping } }: { derived: Derived }) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  const { id, code, assessments } = mapping.universalControl;
  const basis = assessment && basisOf(assessment, assessments[0]);
  return (
    <Text>
      {assessment === null ? (
        t('mapped.notAssessed')
      ) : (
        <>
          <Status status={assessment.status} />{' '}
          {t(`derivation.assessedOn.${assessment.isSupported ? (basis?.on ?? 'some') : 'nothing'}`, {
            moment: format.date(assessment.assessedAt),
            count: basis?.files ?? 0,
          })}
          {basis &&
            ` ${t(isInDate(basis) ? 'derivation.inDate' : 'derivation.outOfDate', { moment: format.date(basis.inDateUntil) })}`}
          {assessment.expiresAt !== null &&
            ` ${t('derivation.validUntil', { moment: format.date(assessment.expiresAt) })}`}
        </>
      )}{' '}
      <TextLink to="/mapping/universal/$universalControlId" params={{ universalControlId: id }}>
        {t('mapped.open', { code })}
      </TextLink>
    </Text>
  );
}
