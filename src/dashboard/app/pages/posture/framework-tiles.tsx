import { Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { Score } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import type { PostureQuery } from './posture.gql';
import { lineOf, movementOf, type Point } from './posture.rules';
import { Sparkline } from './sparkline';

type Scorecard = PostureQuery['scorecard']['frameworks'][number];

export interface Tile extends Scorecard {
  slug: string;
  points: readonly Point[];
}

/** Tiles of the frameworks: score, failed and unassessed controls, change. */
export function FrameworkTiles({ tiles, from, now }: { tiles: readonly Tile[]; from: string; now: number }) {
  return (
    <ul className="posture-tiles">
      {tiles.map((tile) => (
        <li key={tile.slug} className="posture-tile">
          <FrameworkTile tile={tile} from={from} now={now} />
        </li>
      ))}
    </ul>
  );
}

function FrameworkTile({ tile, from, now }: { tile: Tile; from: string; now: number }) {
  const { t } = useTranslation('posture');
  const format = useFormat();
  const { framework: name, slug, score, totalControls, failedControls, notAssessedControls, points } = tile;
  const params = { framework: slug };
  const isAssessed = notAssessedControls < totalControls;
  const movement = movementOf(points, score, from);
  return (
    <>
      <TextLink to="/controls/$framework" params={params} size="sm" fw={700}>
        {name}
      </TextLink>
      <Score percent={isAssessed ? score : null} />
      {isAssessed && (
        <span title={t('tile.since', { date: format.date(movement.since) })}>
          <span aria-hidden="true">{arrowOf(movement.change)} </span>
          {t('tile.change', { change: format.change(movement.change), count: Math.abs(movement.change) })}
        </span>
      )}
      <TextLink to="/controls/$framework" params={params} search={{ status: 'failed' }} size="xs">
        {t('tile.failing', { count: failedControls, total: format.number(failedControls) })}
      </TextLink>
      <TextLink to="/controls/$framework" params={params} search={{ status: 'not_assessed' }} size="xs">
        {t('tile.waiting', { count: notAssessedControls, total: format.number(notAssessedControls) })}
      </TextLink>
      {isAssessed && (
        <Sparkline
          line={lineOf(points, score, [Date.parse(from), now])}
          span={[Date.parse(from), now]}
          label={t('tile.line', {
            name,
            before: format.percent(movement.score),
            after: format.percent(score),
            date: format.date(movement.since),
          })}
        />
      )}
    </>
  );
}

function arrowOf(change: number): string {
  if (change === 0) return '=';
  return change > 0 ? '▲' : '▼';
}

/** Skeleton of the tiles, in the same size. */
export function WaitingTiles({ count }: { count: number }) {
  return (
    <div className="posture-tiles">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="posture-tile">
          <Skeleton height={20} />
          <Skeleton height={32} />
          <Text size="xs" component="div">
            <Skeleton height={16} width="80%" />
          </Text>
        </div>
      ))}
    </div>
  );
}
