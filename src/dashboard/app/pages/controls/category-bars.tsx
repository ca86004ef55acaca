import { Box, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { TextLink } from '../../parts/text-link';
import type { Tally } from './controls.rules';

interface CategoryBarsProps {
  categories: readonly { category: string; tally: Tally }[];
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
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="sm">
        {categories.map(({ category, tally }) => (
          <CategoryBar
            key={category}
            category={category}
            tally={tally}
            isChosen={category.toLowerCase() === chosen?.toLowerCase()}
          />
        ))}
      </SimpleGrid>
    </section>
  );
}

interface CategoryBarProps {
  category: string;
  tally: Tally;
  isChosen: boolean;
}

function CategoryBar({ category, tally, isChosen }: CategoryBarProps) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  const { passed, failed, total } = tally;
  const rest = total - passed - failed;
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
          <span aria-hidden="true">✓</span> {format.number(passed)} · <span aria-hidden="true">✕</span>{' '}
          {format.number(failed)} · <span aria-hidden="true">–</span> {format.number(rest)}
        </Text>
      </Group>
      <Box
        role="img"
        aria-label={t('controls.bar', { category, passed, failed, rest })}
        style={{ display: 'flex', gap: 1, height: 8 }}
      >
        <Part share={passed / total} color="var(--passed)" />
        <Part share={failed / total} color="var(--failed)" />
        <Part share={rest / total} color="var(--line)" />
      </Box>
    </div>
  );
}

function Part({ share, color }: { share: number; color: string }) {
  return share > 0 ? <span style={{ flex: share, background: color, borderRadius: 2 }} /> : null;
}

function Legend() {
  const { t } = useTranslation(['controls', 'common']);
  const entries = [
    { color: 'var(--passed)', glyph: '✓', name: t('common:status.passed') },
    { color: 'var(--failed)', glyph: '✕', name: t('common:status.failed') },
    { color: 'var(--line)', glyph: '–', name: t('controls.rest') },
  ];
  return (
    <Group gap="md">
      {entries.map(({ color, glyph, name }) => (
        <Group key={name} gap={4}>
          <span aria-hidden="true" style={{ width: 12, height: 8, borderRadius: 2, background: color }} />
          <Text size="xs">
            <span aria-hidden="true">{glyph}</span> {name}
          </Text>
        </Group>
      ))}
    </Group>
  );
}
