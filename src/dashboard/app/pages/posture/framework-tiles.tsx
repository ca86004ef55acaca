import { Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ACCEPTED_BAND, ASSURANCE_GLYPHS, BAND_OF_STATUS } from '../../parts/band.rules';
import { useFormat } from '../../parts/format';
import { ShareBar } from '../../parts/share-bar';
import { Status } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import type { PostureQuery } from './posture.gql';
import { lineOf, movementOf, type ScorePoint } from './posture.rules';
import { Sparkline } from './sparkline';

type Scorecard = PostureQuery['scorecard']['frameworks'][number];

export interface Tile extends Scorecard {
  slug: string;
  points: readonly ScorePoint[];
}

/** Where each framework stands: what passes in full and in part, what fails, what waits, and how the score moved. */
export function FrameworkTiles({ tiles, from, now }: { tiles: readonly Tile[]; from: string; now: number }) {
  return (
    <ul className="posture-tiles links">
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
  const { framework: name, slug, score, assuredScore, points } = tile;
  const params = { framework: slug };
  const movement = movementOf(points, score, from);
  return (
    <>
      <TextLink to="/controls/$framework" params={params} size="sm" fw={600}>
        {name}
      </TextLink>
      {assuredScore === null ? (
        <Status status="not_assessed" />
      ) : (
        <span>
          <span className="posture-figure">{format.percent(assuredScore)}</span> {t('tile.inFull')}
        </span>
      )}
      {score !== null && (
        <span className="posture-movement">
          <span>{t('tile.score', { score: format.percent(score) })}</span>{' '}
          <span>
            {t('tile.change', {
              context: movement.change === 0 ? 'not' : undefined,
              change: format.change(movement.change),
              date: format.shortDate(movement.since),
            })}
          </span>
        </span>
      )}
      <TileShares tile={tile} />
      {score !== null && (
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

/** A bar of what passes in full, in part, fails, and is not looked at; under it the same as links to the controls. */
function TileShares({ tile }: { tile: Tile }) {
  const { t } = useTranslation('posture');
  const format = useFormat();
  const { framework: name, slug, totalControls: total } = tile;
  const { acceptedControls: accepted } = tile;
  const { assuredControls: full, failedControls: failed, notAssessedControls: waiting } = tile;
  const partial = tile.passedControls - full;
  const link = (
    key: 'full' | 'partial' | 'failing' | 'accepted' | 'waiting',
    count: number,
    glyph: string,
    search: { status?: 'passed' | 'failed' | 'not_assessed'; assurance?: 'full' | 'partial'; accepted?: true },
  ) => (
    <TextLink to="/controls/$framework" params={{ framework: slug }} search={search} size="xs">
      <span className={`posture-glyph posture-glyph-${key}`} aria-hidden="true">
        {glyph}
      </span>
      {t(`tile.${key}`, { count, total: format.number(count) })}
    </TextLink>
  );
  return (
    <>
      <ShareBar
        counts={{ full, partial, failed, rest: total - full - partial - failed }}
        label={t('tile.bar', { name, total, full, partial, failed, waiting: total - full - partial - failed })}
      />
      <span className="posture-counts">
        {link('full', full, ASSURANCE_GLYPHS.full, { status: 'passed', assurance: 'full' })}
        {link('partial', partial, ASSURANCE_GLYPHS.partial, { status: 'passed', assurance: 'partial' })}
        {link('failing', failed, BAND_OF_STATUS.failed.glyph, { status: 'failed' })}
        {accepted !== null && accepted > 0 && link('accepted', accepted, ACCEPTED_BAND.glyph, { accepted: true })}
        {link('waiting', waiting, '○', { status: 'not_assessed' })}
      </span>
    </>
  );
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
