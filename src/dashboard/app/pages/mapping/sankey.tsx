import { sankey, sankeyLinkHorizontal } from 'd3-sankey';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import type { Flow } from './flow.rules';

const WIDTH = 1_032;
/** Space for the names of categories on either side. Pixels. */
const MARGIN = 260;
const NODE_WIDTH = 8;
/** Vertical distance of nodes: a name is 12 px high, and a node may be thinner. */
const NODE_GAP = 14;
const HEIGHT_PER_NODE = 24;
const NAME_LENGTH_MAX = 36;
/** Height of the headings above. Pixels. */
const HEAD_HEIGHT = 28;
/** Height of what is not covered, which is not to scale. Pixels. */
const GAP_HEIGHT = 32;
/** Number of colours, as in mapping.css. */
const TONES = 5;

type Column = 'from' | 'domain' | 'to';
interface Place {
  key: string;
  column: Column;
  name: string;
}
interface Stream {
  value: number;
}

interface SankeyProps {
  flows: readonly Flow[];
  /** Names of the columns. */
  heads: Readonly<Record<Column, string>>;
  /** What nothing flows to: its name with its number, and the number alone. */
  gap: { name: string; controls: number };
  /** Title of the scrolling region, for screen readers. */
  title: string;
  /** Description of the picture, for screen readers. */
  label: string;
}

/** Horizontal place and anchor of the heading of a column. */
const HEADS = {
  from: { x: MARGIN - 6, textAnchor: 'end' },
  domain: { x: (WIDTH + NODE_WIDTH) / 2 + 6, textAnchor: 'start' },
  to: { x: WIDTH - MARGIN + 6, textAnchor: 'start' },
} as const;

/** Sankey diagram from categories on the left through domains to categories on the right; a colour for each domain. */
export function Sankey({ flows, heads, gap, title, label }: SankeyProps) {
  const { t } = useTranslation('mapping');
  const format = useFormat();
  const { nodes, links, height, toneOf, isBeside } = useMemo(() => layOut(flows), [flows]);
  /** Node that is pointed at: what does not touch it stands back. */
  const [pointed, setPointed] = useState<string | null>(null);
  const isDimmed = (key: string) => pointed !== null && pointed !== key && !isBeside(pointed, key);
  const pathOf = sankeyLinkHorizontal<Place, Stream>();
  return (
    <div role="region" aria-label={title} tabIndex={0} style={{ overflowX: 'auto' }}>
      <svg
        className="mapping-flow"
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${gap.controls > 0 ? height + GAP_HEIGHT + NODE_GAP : height}`}
      >
        {(['from', 'domain', 'to'] as const).map((column) => (
          <text key={column} className="mapping-flow-head" y={12} {...HEADS[column]}>
            {heads[column]}
          </text>
        ))}
        {links.map((link) => {
          const [from, to] = [nameOf(link.source), nameOf(link.target)];
          const isOff = pointed !== null && ![link.source, link.target].map(keyOf).includes(pointed);
          return (
            <path
              key={`${from} ${to}`}
              d={pathOf(link) ?? ''}
              strokeWidth={Math.max(1, link.width ?? 0)}
              stroke={toneOf(keyOf(link.source)) ?? toneOf(keyOf(link.target))}
              data-dimmed={isOff || undefined}
            >
              <title>{t('flow.way', { from, to, controls: format.number(link.value) })}</title>
            </path>
          );
        })}
        {nodes.map(({ key, name, column, x0 = 0, x1 = 0, y0 = 0, y1 = 0, value = 0 }) => (
          <g
            key={key}
            data-dimmed={isDimmed(key) || undefined}
            onPointerEnter={() => setPointed(key)}
            onPointerLeave={() => setPointed(null)}
          >
            <title>{`${name}: ${format.number(value)}`}</title>
            <rect x={x0} y={y0} width={x1 - x0} height={Math.max(1, y1 - y0)} style={{ fill: toneOf(key) }} />
            <text
              x={column === 'from' ? x0 - 6 : x1 + 6}
              y={(y0 + y1) / 2}
              dy="0.35em"
              textAnchor={column === 'from' ? 'end' : 'start'}
            >
              {name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX - 1)}…` : name}{' '}
              <tspan>{format.number(value)}</tspan>
            </text>
          </g>
        ))}
        {gap.controls > 0 && (
          <g className="mapping-flow-gap">
            <rect x={WIDTH - MARGIN - NODE_WIDTH} y={height} width={NODE_WIDTH} height={GAP_HEIGHT} />
            <text x={WIDTH - MARGIN + 6} y={height + GAP_HEIGHT / 2} dy="0.35em">
              {gap.name}
            </text>
          </g>
        )}
      </svg>
    </div>
  );
}

function layOut(flows: readonly Flow[]) {
  const places = new Map<string, Place>();
  const streams = new Map<string, { source: string; target: string; value: number }>();
  const placeOf = (column: Column, name: string) => {
    const key = `${column} ${name}`;
    places.set(key, { key, column, name });
    return key;
  };
  const flow = (source: string, target: string, value: number) => {
    const key = JSON.stringify([source, target]);
    streams.set(key, { source, target, value: (streams.get(key)?.value ?? 0) + value });
  };
  for (const { fromCategory, domain, toCategory, controls } of flows) {
    const middle = placeOf('domain', domain.name);
    flow(placeOf('from', fromCategory), middle, controls);
    flow(middle, placeOf('to', toCategory), controls);
  }
  const inColumn = (column: Column) => [...places.values()].filter((place) => place.column === column).length;
  const height = HEAD_HEIGHT + Math.max(inColumn('from'), inColumn('domain'), inColumn('to'), 6) * HEIGHT_PER_NODE;
  const graph = sankey<Place, Stream>()
    .nodeId(({ key }) => key)
    .nodeWidth(NODE_WIDTH)
    .nodePadding(NODE_GAP)
    .extent([
      [MARGIN, HEAD_HEIGHT],
      [WIDTH - MARGIN, height - 8],
    ])({ nodes: [...places.values()], links: [...streams.values()] });
  const domains = graph.nodes.filter(({ column }) => column === 'domain').sort((a, b) => (a.y0 ?? 0) - (b.y0 ?? 0));
  const tones = new Map(domains.map(({ key }, index) => [key, `var(--tone-${index % TONES})`]));
  const ways = new Set(graph.links.map(({ source, target }) => JSON.stringify([keyOf(source), keyOf(target)])));
  return {
    ...graph,
    height,
    toneOf: (key: string) => tones.get(key),
    /** Whether something flows between two nodes. */
    isBeside: (a: string, b: string) => ways.has(JSON.stringify([a, b])) || ways.has(JSON.stringify([b, a])),
  };
}

/** Name of a node; the layout replaces keys by nodes. */
function nameOf(end: string | number | Place): string {
  return typeof end === 'object' ? end.name : String(end);
}

function keyOf(end: string | number | Place): string {
  return typeof end === 'object' ? end.key : String(end);
}
