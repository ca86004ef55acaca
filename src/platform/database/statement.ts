import { PostgresQueryCompiler, sql, type CompiledQuery, type RawBuilder } from 'kysely';
import type { ClientBase } from 'pg';
import type { EntityManager } from './database.js';
import { namingStatement } from '../telemetry/spans.js';
import { replicaOf } from './read-replica.js';
import { preparedAs } from './scoped-client.js';
import type { Columns, RowOf } from './statement-row.js';

/** Connection of a statement: the transaction of an entity manager, or an owner's own connection. */
export type Connection = EntityManager | ClientBase;

/** Declaration of one hand-written statement in a `*.sql.ts` file. */
interface Declaration<Row extends Columns, Params> {
  /** `feature.what_it_does`, unique in the service, for tests and errors. */
  name: string;
  /**
   * Columns of the result, as PostgreSQL types: `{ id: 'uuid', finishedAt: 'timestamptz?' }`. `{}` when no row is read.
   */
  row: Row;
  text: (params: Params) => RawBuilder<unknown>;
  /**
   * Whether each connection prepares it once: for one that every request sends, whose text does not depend on its parameters
   * and whose plan neither. @default false
   */
  isPrepared?: boolean;
  /**
   * Whether what it reads may be some seconds old: it then goes to the replica where there is one that is not behind, outside of
   * transactions and of requests that have written. Never for what decides a change, or what is cached by a version. @default false
   */
  mayBeStale?: boolean;
}

/** A statement with parameters, and samples of them. */
interface Parametrized<Row extends Columns, Params> extends Declaration<Row, Params> {
  /** Parameters for each variant of the text. A test PREPAREs the statement with every one of them: only their types matter. */
  samples: readonly [NoInfer<Params>, ...NoInfer<Params>[]];
}

/**
 * A hand-written statement of a feature, exported by its `*.sql.ts` file. `test/platform/database/statements.test.ts` PREPAREs
 * every exported one against the migrated database and compares its declared row with what PostgreSQL describes, so that the
 * row's type is as true as that of a generated query.
 * @example
 * export const openScans = statement({
 *   name: 'scans.open',
 *   row: { id: 'uuid', startedAt: 'timestamptz?', options: json<ScanOptions>() },
 *   text: ({ tenantId }: { tenantId: string }) => sql`select id, started_at as "startedAt", options from scans where …`,
 *   samples: [{ tenantId: SAMPLE_ID }],
 * });
 * await openScans.all(em, { tenantId });
 */
export function statement<const Row extends Columns>(declaration: Declaration<Row, void>): Statement<Row, void>;
export function statement<const Row extends Columns, Params>(
  declaration: Parametrized<Row, Params>,
): Statement<Row, Params>;
export function statement<Row extends Columns, Params>(
  declaration: Declaration<Row, Params> & { samples?: readonly Params[] },
): Statement<Row, Params> {
  return new Statement(declaration);
}

/** A named statement; created by `statement`. */
export class Statement<Row extends Columns, Params> {
  readonly name: string;
  readonly row: Row;
  private readonly text: (params: Params) => RawBuilder<unknown>;
  /** Whether it may go to a replica. */
  readonly mayBeStale: boolean;
  private readonly samples: readonly unknown[];
  private readonly prepared: PreparedText<Params> | null = null;

  constructor(declaration: Declaration<Row, Params> & { samples?: readonly unknown[] }) {
    this.name = declaration.name;
    this.row = declaration.row;
    this.text = declaration.text;
    if (declaration.isPrepared) this.prepared = new PreparedText(declaration.name, declaration.text);
    this.mayBeStale = declaration.mayBeStale ?? false;
    this.samples = declaration.samples ?? [undefined];
  }

  /** Its rows, in the order of the statement. */
  async all(connection: Connection, params: Params): Promise<RowOf<Row>[]> {
    return (await this.send(connection, params)).rows;
  }

  /** Its first row, or null. */
  async one(connection: Connection, params: Params): Promise<RowOf<Row> | null> {
    const [first] = await this.all(connection, params);
    return first ?? null;
  }

  /** Its only row. @throws {Error} when there is none: for aggregates and rows that an invariant guarantees */
  async only(connection: Connection, params: Params): Promise<RowOf<Row>> {
    const found = await this.one(connection, params);
    if (!found) throw new Error(`${this.name} returned no row`);
    return found;
  }

  /** Number of rows that it changed, or returned. */
  async run(connection: Connection, params: Params): Promise<number> {
    return (await this.send(connection, params)).count;
  }

  /** Its text with one sample's parameters after the other, as sent to the server. For the test of all statements. */
  sampleTexts(): string[] {
    return this.samples.map((sample) => this.compiled(sample as Params).sql);
  }

  private compiled(params: Params): CompiledQuery<RowOf<Row>> {
    return this.prepared?.with(params) ?? compile(this.text(params) as RawBuilder<RowOf<Row>>);
  }

  private async send(connection: Connection, params: Params): Promise<{ rows: RowOf<Row>[]; count: number }> {
    const compiled = this.compiled(params);
    if ('getKysely' in connection) {
      const send = (em: EntityManager) => namingStatement(this.name, () => em.getKysely().executeQuery(compiled));
      const replica = this.mayBeStale ? replicaOf(connection) : null;
      const { rows, numAffectedRows } = await (replica ? replica.read(send, () => send(connection)) : send(connection));
      return { rows, count: Number(numAffectedRows ?? rows.length) };
    }
    const { sql: text, parameters } = compiled;
    const { rows, rowCount } = await connection.query<RowOf<Row>>({ text, values: [...parameters] });
    return { rows, count: rowCount ?? rows.length };
  }
}

/**
 * A statement that each connection prepares once, compiled once too: under its name, by which a connection knows that it has prepared it,
 * and with the names of its parameters in the order of their values.
 */
class PreparedText<Params> {
  private readonly compiled: CompiledQuery;

  constructor(name: string, text: (params: Params) => RawBuilder<unknown>) {
    const named = new Proxy({}, { get: (_target, key) => new Parameter(key) });
    this.compiled = compile(sql`${sql.raw(preparedAs(name))}${text(named as Params)}`);
  }

  with<Row>(params: Params): CompiledQuery<Row> {
    const given = params as Record<PropertyKey, unknown>;
    const parameters = this.compiled.parameters.map((each) => (each instanceof Parameter ? given[each.name] : each));
    return { ...(this.compiled as CompiledQuery<Row>), parameters };
  }
}

/** Place of a value in a compiled statement. */
class Parameter {
  constructor(readonly name: PropertyKey) {}
}

/** Type of the rows of a statement: `StatementRow<typeof openScans>`. */
export type StatementRow<S extends { row: Columns }> = RowOf<S['row']>;

function compile<Row>(fragment: RawBuilder<Row>): CompiledQuery<Row> {
  return new PostgresQueryCompiler().compileQuery(fragment.toOperationNode(), { queryId: 'statement' });
}
