import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../support/eventually.js';

/** Kinds of spans as OTLP numbers them. Source: opentelemetry-proto, `trace.proto`, `Span.SpanKind`. */
export const KIND = { internal: 1, server: 2, client: 3, consumer: 5 };

type Attributes = Record<string, string | number | boolean | undefined>;

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  attributes: Attributes;
  status: { code?: number };
  links: { traceId: string }[];
}

/** A point of a sum or a gauge, or of a histogram. */
export interface CollectedPoint {
  attributes: Attributes;
  startTimeUnixNano: string;
  timeUnixNano: string;
  asDouble?: number;
  count?: number;
  sum?: number;
  bucketCounts?: number[];
  explicitBounds?: number[];
}

interface Points {
  dataPoints: (Omit<CollectedPoint, 'attributes'> & { attributes: KeyValue[] })[];
}

interface OtlpMetric {
  name: string;
  description: string;
  sum?: Points & { isMonotonic: boolean; aggregationTemporality: number };
  gauge?: Points;
  histogram?: Points & { aggregationTemporality: number };
}

/** A metric of one export, with its points of every kind. */
export type CollectedMetric = OtlpMetric & { points: CollectedPoint[] };

interface KeyValue {
  key: string;
  value: { stringValue?: string; intValue?: number | string; boolValue?: boolean };
}

interface OtlpRequest {
  resourceMetrics?: { resource: { attributes: KeyValue[] }; scopeMetrics: { metrics: OtlpMetric[] }[] }[];
  resourceSpans?: {
    resource: { attributes: KeyValue[] };
    scopeSpans: {
      spans: (Omit<CollectedSpan, 'attributes' | 'links'> & {
        attributes: KeyValue[];
        links?: { traceId: string }[];
      })[];
    }[];
  }[];
}

/** A collector that takes OTLP over HTTP, as JSON. */
export class Collector {
  readonly requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  readonly spans: CollectedSpan[] = [];
  /** Metrics of each export, by their names. */
  readonly exports: ReadonlyMap<string, CollectedMetric>[] = [];
  readonly resources: Attributes[] = [];
  /** Everything that it was sent. */
  text = '';
  /** Status of its answers. */
  status = 200;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Collector> {
    const server = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        collector.requests.push({ path: req.url ?? '', headers: req.headers });
        if (req.headers['content-type'] === 'application/json') collector.take(Buffer.concat(chunks).toString());
        res.writeHead(collector.status, { 'content-type': req.headers['content-type'] }).end();
      });
    });
    const collector = new Collector(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** A span that satisfies `isIt`, once one has come. */
  span(isIt: (span: CollectedSpan) => boolean): Promise<CollectedSpan> {
    return eventually(async () => this.spans.find(isIt) ?? null, 30_000);
  }

  /** The metrics of the next export that begins after now. */
  async nextMetrics(): Promise<ReadonlyMap<string, CollectedMetric>> {
    const before = this.exports.length;
    // One may be on its way, with values of before.
    return eventually(async () => this.exports[before + 1] ?? null, 30_000);
  }

  /** Spans so far that are parts of another one. */
  childrenOf(parent: CollectedSpan): CollectedSpan[] {
    return this.spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private take(text: string): void {
    this.text += text;
    const { resourceSpans = [], resourceMetrics = [] } = JSON.parse(text) as OtlpRequest;
    for (const { resource, scopeMetrics } of resourceMetrics) {
      this.resources.push(asRecord(resource.attributes));
      this.exports.push(
        new Map(scopeMetrics.flatMap(({ metrics }) => metrics).map((one) => [one.name, withPoints(one)])),
      );
    }
    for (const { resource, scopeSpans } of resourceSpans) {
      this.resources.push(asRecord(resource.attributes));
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({ ...span, attributes: asRecord(span.attributes), links: span.links ?? [] });
    }
  }
}

function withPoints(metric: OtlpMetric): CollectedMetric {
  const points = [metric.sum, metric.gauge, metric.histogram].flatMap((kind) => kind?.dataPoints ?? []);
  return { ...metric, points: points.map((point) => ({ ...point, attributes: asRecord(point.attributes) })) };
}

function asRecord(attributes: KeyValue[]): Attributes {
  const valueOf = ({ stringValue, intValue, boolValue }: KeyValue['value']) =>
    stringValue ?? boolValue ?? (intValue === undefined ? undefined : Number(intValue));
  return Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]));
}
