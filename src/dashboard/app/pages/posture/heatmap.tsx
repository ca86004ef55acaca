import { Button, Group, NativeSelect, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import '../../parts/scroll-edge.css';
import { TextLink } from '../../parts/text-link';
import { HeatmapCell, type Cell } from './heatmap-cell';
import type { PostureHeatmapQuery } from './posture.gql';
import { changeOf, weightOfRow } from './posture.rules';
import { MEASURES, type Measure } from './posture-search';

interface HeatmapProps {
  result: Parameters<typeof Answered<PostureHeatmapQuery>>[0]['result'];
  measure: Measure;
  onMeasure: (measure: Measure) => void;
  /** Since when the change is. */
  since: string;
  /** Slug of each framework by its name. */
  slugs: ReadonlyMap<string, string>;
}

/** Heat-map of domains × frameworks by score, change or age of the evidence. */
export function Heatmap({ result, measure, onMeasure, since, slugs }: HeatmapProps) {
  const { t } = useTranslation('posture');
  const format = useFormat();
  return (
    <Stack component="section" gap="sm">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2}>{t('heatmap.title')}</Title>
          <Text size="xs" c="dimmed">
            {t(`heatmap.note.${measure}`, { date: format.shortDate(since) })}
          </Text>
        </div>
        <SegmentedControl
          aria-label={t('heatmap.measure')}
          value={measure}
          onChange={(value) => onMeasure(MEASURES.find((each) => each === value) ?? 'score')}
          data={MEASURES.map((each) => ({ value: each, label: t(`heatmap.${each}`) }))}
          transitionDuration={0}
        />
      </Group>
      {result.data === undefined && result.error === undefined ? (
        <Skeleton height={ROWS_HEIGHT} />
      ) : (
        <Answered result={result}>{(data) => <HeatmapTable data={data} measure={measure} slugs={slugs} />}</Answered>
      )}
    </Stack>
  );
}

/** Of twelve domains and their header. */
const ROWS_HEIGHT = 520;

interface HeatmapTableProps extends Pick<HeatmapProps, 'measure' | 'slugs'> {
  data: PostureHeatmapQuery;
}

function HeatmapTable({ data, measure, slugs }: HeatmapTableProps) {
  const { t } = useTranslation('posture');
  const [isWhole, { open }] = useDisclosure();
  const { domains } = data.heatmap;
  const [chosen, choose] = useState(data.heatmap.frameworks[0]?.framework);
  const chosenOf = (name: string) => ({ 'data-of': name, 'data-chosen': name === chosen || undefined });
  const frameworks = movedFrameworks(data);
  const weighed = domains.map((domain, index) => ({
    domain,
    weight: weightOfRow(
      frameworks.flatMap(({ cells }) => cells[index] ?? []),
      measure,
    ),
  }));
  const first = weighed.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  // Where nothing is worth a look, there is nothing to put first.
  const shown = isWhole || first.length === 0 ? domains : first.map(({ domain }) => domain);
  const rows = frameworks.map(({ framework: name, cells }) => ({
    framework: { name, slug: slugs.get(name) ?? name },
    cells,
  }));
  return (
    <>
      <NativeSelect
        hiddenFrom="sm"
        aria-label={t('heatmap.framework')}
        value={chosen ?? ''}
        data={frameworks.map(({ framework: name }) => name)}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <div className="posture-scroll scroll-edge" role="region" aria-label={t('heatmap.title')} tabIndex={0}>
        <table className="posture-heatmap">
          <thead>
            <tr>
              <th scope="col">{t('heatmap.domain')}</th>
              {rows.map(({ framework: { name, slug } }) => (
                <th key={name} scope="col" {...chosenOf(name)}>
                  <TextLink to="/controls/$framework" params={{ framework: slug }} size="xs" fw={700}>
                    {name}
                  </TextLink>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((domain) => (
              <tr key={domain.code}>
                <th scope="row" title={domain.name}>
                  <Group gap="sm" wrap="nowrap">
                    <TextLink to="/mapping/universal" search={{ domain: domain.code }} size="xs" fw={700} w={32}>
                      {domain.code}
                    </TextLink>
                    <span className="posture-domain-name">{domain.name}</span>
                  </Group>
                </th>
                {rows.map(({ framework, cells }) => (
                  <td key={framework.name} {...chosenOf(framework.name)}>
                    <HeatmapCell
                      cell={cells[domains.indexOf(domain)]}
                      measure={measure}
                      framework={framework}
                      domain={domain}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Text size="xs" c="dimmed">
        {t('heatmap.rule')}
      </Text>
      {shown.length < domains.length && (
        <Group gap="sm">
          <Button variant="default" onClick={open}>
            {t('heatmap.all', { count: domains.length })}
          </Button>
          <Text size="xs" c="dimmed">
            {t(`heatmap.shown.${measure}`, { count: shown.length })}
          </Text>
        </Group>
      )}
    </>
  );
}

/** The frameworks with their cells, each with its change since the former moment that was asked for. */
function movedFrameworks({ heatmap, before }: PostureHeatmapQuery): { framework: string; cells: Cell[] }[] {
  return heatmap.frameworks.map(({ framework, cells }) => {
    const former = before?.frameworks.find((each) => each.framework === framework)?.cells;
    return { framework, cells: cells.map((cell, index) => ({ ...cell, move: changeOf(cell, former?.[index]) })) };
  });
}
