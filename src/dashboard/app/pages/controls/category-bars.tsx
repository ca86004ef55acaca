import { Group, SimpleGrid, Text, Title } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { ShareBar, SHARE_STYLES } from '../../parts/share-bar';
import { TextLink } from '../../parts/text-link';
import type { StatusCounts } from './controls.rules';

interface CategoryBarsProps {
  categories: readonly { category: string; counts: StatusCounts }[];
  /** Category of the filter. */
  chosen: string | undefined;
}

/** Statuses of the controls by category, as bars. A click filters by the category, a second one removes the filter. */
export function CategoryBars({ categories, chosen }: CategoryBarsProps) {
  const { t } = useTranslation('controls');
  return (
    <section aria-labelledby="categories">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="categories">
          {t('controls.categories')}
        </Title>
        <Legend />
      </Group>
      <SimpleGrid className="links" cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="sm">
        {categories.map(({ category, counts }) => (
          <CategoryBar
            key={category}
            category={category}
            counts={counts}
            isChosen={category.toLowerCase() === chosen?.toLowerCase()}
          />
        ))}
      </SimpleGrid>
    </section>
  );
}

interface CategoryBarProps {
  category: string;
  counts: StatusCounts;
  isChosen: boolean;
}

function CategoryBar({ category, counts, isChosen }: CategoryBarProps) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  const { passed, assured, failed, total } = counts;
  const part = passed - assured;
  const rest = total - passed - failed;
  const counted = [
    { key: 'full', count: assured },
    { key: 'partial', count: part },
    { key: 'failing', count: failed },
    { key: 'waiting', count: rest },
  ] as const;
  const shown = counted.filter(({ count }) => count > 0);
  return (
    <div>
      <Group justify="space-between" align="flex-end" wrap="nowrap" gap="md" mb={4}>
        <TextLink
          from="/controls/$framework"
          to="."
          search={(before) => ({ ...before, category: isChosen ? undefined : category })}
          resetScroll={false}
          fw={isChosen ? 700 : 400}
          aria-current={isChosen ? 'true' : undefined}
          miw={0}
        >
          {category}
        </TextLink>
        <Text size="xs" style={{ whiteSpace: 'nowrap' }}>
          {shown.map(({ key, count }, index) => (
            <Fragment key={key}>
              {index > 0 && ' · '}
              <Text span inherit c={key === 'failing' ? 'var(--mantine-color-error)' : 'dimmed'}>
                {t(`controls.counted.${key}`, { count, number: format.number(count) })}
              </Text>
            </Fragment>
          ))}
        </Text>
      </Group>
      <ShareBar
        counts={{ full: assured, partial: part, failed, rest }}
        label={t('controls.bar', { category, full: assured, part, failed, rest })}
      />
    </div>
  );
}

function Legend() {
  const { t } = useTranslation(['controls', 'common']);
  const entries = [
    { kind: 'full', name: t('controls.passed.full') },
    { kind: 'partial', name: t('controls.passed.partial') },
    { kind: 'failed', name: t('common:status.failed') },
    { kind: 'rest', name: t('controls.rest') },
  ] as const;
  return (
    <Group gap="md">
      {entries.map(({ kind, name }) => (
        <Group key={name} gap={4}>
          <span aria-hidden="true" style={{ width: 12, height: 8, borderRadius: 2, ...SHARE_STYLES[kind] }} />
          <Text size="xs">{name}</Text>
        </Group>
      ))}
    </Group>
  );
}
