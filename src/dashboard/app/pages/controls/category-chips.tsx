import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BAND_OF_STATUS } from '../../parts/band.rules';
import { useFormat } from '../../parts/format';
import { ShareBar } from '../../parts/share-bar';
import { worstFirst, type StatusCounts } from './controls.rules';

interface CategoryChipsProps {
  categories: readonly { category: string; counts: StatusCounts }[];
  /** Category of the filter. */
  chosen: string | undefined;
}

/** Categories as chips, those with most failing controls first. A click filters by the category, a second one removes the filter. */
export function CategoryChips({ categories, chosen }: CategoryChipsProps) {
  const { t } = useTranslation('controls');
  return (
    <section aria-labelledby="categories">
      <Title order={2} id="categories" size="sm">
        {t('controls.categories')}
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {t('controls.categoriesCount')}
      </Text>
      <ul className="control-chips">
        {worstFirst(categories).map(({ category, counts }) => (
          <li key={category}>
            <CategoryChip
              category={category}
              counts={counts}
              isChosen={category.toLowerCase() === chosen?.toLowerCase()}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CategoryChipProps {
  category: string;
  counts: StatusCounts;
  isChosen: boolean;
}

function CategoryChip({ category, counts, isChosen }: CategoryChipProps) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  const { passed, assured, failed, total } = counts;
  const part = passed - assured;
  const rest = total - passed - failed;
  const label = t('controls.chip', { full: assured, part, failed, rest });
  return (
    <Link
      className="control-chip"
      from="/controls/$framework"
      to="."
      search={(before) => ({ ...before, category: isChosen ? undefined : category })}
      resetScroll={false}
      // By the whole address: else the router takes the chip that takes the filter back for the page itself.
      activeOptions={{ exact: true }}
      aria-current={isChosen ? 'true' : undefined}
      title={label}
    >
      <span className="control-chip-name">{category}</span>
      <span className="control-chip-count" aria-hidden="true">
        {failed > 0 && (
          <span className="control-chip-failed">
            {BAND_OF_STATUS.failed.glyph} {format.number(failed)}
          </span>
        )}{' '}
        {t('controls.ofTotal', { part: format.number(assured), total: format.number(total) })}
      </span>
      <ShareBar counts={{ full: assured, partial: part, failed, rest }} label={label} />
    </Link>
  );
}
