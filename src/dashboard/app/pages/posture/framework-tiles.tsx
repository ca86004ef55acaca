import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ACCEPTED_BAND, ASSURANCE_GLYPHS, BAND_OF_STATUS } from '../../parts/band.rules';
import { useFormat } from '../../parts/format';
import { ShareBar } from '../../parts/share-bar';
import { Status } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import type { PostureQuery } from './posture.gql';
import { movementOf, type ScorePoint } from './posture.rules';

type Scorecard = PostureQuery['scorecard']['frameworks'][number];

export interface Tile extends Scorecard {
  slug: string;
  points: readonly ScorePoint[];
}

const GLYPHS = {
  full: ASSURANCE_GLYPHS.full,
  partial: ASSURANCE_GLYPHS.partial,
  failing: BAND_OF_STATUS.failed.glyph,
  accepted: ACCEPTED_BAND.glyph,
  waiting: '○',
} as const;
type Kind = keyof typeof GLYPHS;

function Glyph({ kind }: { kind: Kind }) {
  return (
    <span className={`posture-glyph posture-glyph-${kind}`} aria-hidden="true">
      {GLYPHS[kind]}
    </span>
  );
}

/** What the signs of the tiles mean, once for all of them. */
function Legend({ kinds }: { kinds: readonly Kind[] }) {
  const { t } = useTranslation('posture');
  return (
    <p className="posture-legend" aria-hidden="true">
      {kinds.map((kind) => (
        <span key={kind}>
          <Glyph kind={kind} />
          {t(`legend.${kind}`)}
        </span>
      ))}
    </p>
  );
}

/** Where each framework stands, a row each: what passes in full and in part, what fails, what waits, and how the score moved. */
export function FrameworkTiles({ tiles, from }: { tiles: readonly Tile[]; from: string }) {
  const hasAccepted = tiles.some(({ acceptedControls }) => (acceptedControls ?? 0) > 0);
  const kinds = (Object.keys(GLYPHS) as Kind[]).filter((kind) => kind !== 'accepted' || hasAccepted);
  return (
    <div>
      <Legend kinds={kinds} />
      <TileList tiles={tiles} from={from} />
    </div>
  );
}

function TileList({ tiles, from }: { tiles: readonly Tile[]; from: string }) {
  return (
    <ul className="posture-tiles links">
      {tiles.map((tile) => (
        <li key={tile.slug} className="posture-tile">
          <FrameworkTile tile={tile} from={from} />
        </li>
      ))}
    </ul>
  );
}

function FrameworkTile({ tile, from }: { tile: Tile; from: string }) {
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
      <TileShares tile={tile} />
      {score !== null && (
        <span className="posture-movement">
          {t('tile.score', {
            score: format.percent(score),
            context: movement.change === 0 ? 'not' : undefined,
            change: format.change(movement.change),
            date: format.shortDate(movement.since),
          })}
        </span>
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
    key: Kind,
    count: number,
    search: { status?: 'passed' | 'failed' | 'not_assessed'; assurance?: 'full' | 'partial'; accepted?: true },
  ) => (
    <TextLink
      to="/controls/$framework"
      params={{ framework: slug }}
      search={search}
      size="xs"
      aria-label={t(`tile.${key}`, { count, total: format.number(count) })}
      title={t(`tile.${key}`, { count, total: format.number(count) })}
    >
      <Glyph kind={key} />
      {format.number(count)}
    </TextLink>
  );
  return (
    <>
      <ShareBar
        counts={{ full, partial, failed, rest: total - full - partial - failed }}
        label={t('tile.bar', { name, total, full, partial, failed, waiting: total - full - partial - failed })}
      />
      <span className="posture-counts">
        {link('full', full, { status: 'passed', assurance: 'full' })}
        {link('partial', partial, { status: 'passed', assurance: 'partial' })}
        {link('failing', failed, { status: 'failed' })}
        {accepted !== null && accepted > 0 && link('accepted', accepted, { accepted: true })}
        {link('waiting', waiting, { status: 'not_assessed' })}
      </span>
    </>
  );
}

/** Skeleton of the rows, in the same size. */
export function WaitingTiles({ count }: { count: number }) {
  return (
    <div className="posture-tiles">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="posture-tile">
          <Skeleton height={20} />
        </div>
      ))}
    </div>
  );
}
