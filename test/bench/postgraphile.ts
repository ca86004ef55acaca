import type { Client } from 'pg';
import { Child } from './child.js';
import type { Target } from './measure.js';

/** What its schema needs beside the tables: controls with their status as a view with keys, and a filter over a join, as its documentation proposes. */
const SCHEMA = `
  create index on raw.controls (framework_id);
  create view raw.current_controls as
    select c.*, s.status from raw.controls c join raw.control_statuses s on s.control_id = c.id
    where s.tenant_id = current_setting('raw.tenant_id')::uuid;
  comment on view raw.current_controls is E'@primaryKey id\\n@foreignKey (framework_id) references raw.frameworks (id)';
  comment on table raw.mappings is E'@foreignKey (control_id) references raw.current_controls (id)|@fieldName current';
  create function raw.controls_of(framework text, status text) returns setof raw.current_controls stable language sql as $$
    select c.* from raw.frameworks f join raw.current_controls c on c.framework_id = f.id
    where f.name = $1 and ($2 is null or c.status = $2) order by c.position $$`;

/** A question as PostGraphile's schema has it, and its answer in the shape of ours. */
export interface PostgraphileQuestion {
  body: string;
  inOurShape: (data: never) => object;
}

interface Nodes<T> {
  nodes: T[];
}
interface Named {
  controlId: string;
  title: string;
  status: string;
}
interface Back {
  relationship: string;
  control: Named & { framework: { name: string } };
}
interface Forth {
  relationship: string;
  universalControl: { code: string; title: string; mappings: Nodes<Back> };
}

const CROSS_FRAMEWORK = `query ($framework: String!, $status: String) {
  controls: controlsOf(framework: $framework, status: $status) { nodes {
    controlId title status
    mappings: mappingsByControlId(orderBy: POSITION_ASC) { nodes {
      relationship
      universalControl: universalControlByUniversalControlId {
        code title
        mappings: mappingsByUniversalControlId(orderBy: POSITION_ASC) { nodes {
          relationship control: current { controlId title status framework: frameworkByFrameworkId { name } }
        } }
      }
    } }
  } }
}`;

/** The query across frameworks. */
export function acrossFrameworks(framework: string, status: string | null): PostgraphileQuestion {
  return {
    body: JSON.stringify({ query: CROSS_FRAMEWORK, variables: { framework, status } }),
    inOurShape: ({ controls }: { controls: Nodes<Named & { mappings: Nodes<Forth> }> }) => ({
      framework: {
        name: framework,
        controls: controls.nodes.map(({ mappings, ...control }) => ({
          ...control,
          mappings: mappings.nodes.map(({ relationship, universalControl }) => ({
            relationship,
            universalControl: { ...universalControl, mappings: universalControl.mappings.nodes },
          })),
        })),
      },
    }),
  };
}

const CONTROLS = `query ($framework: String!) {
  controls: controlsOf(framework: $framework, status: null) { nodes { controlId title status } }
}`;

/** All controls of a framework. */
export function allControls(framework: string): PostgraphileQuestion {
  return {
    body: JSON.stringify({ query: CONTROLS, variables: { framework } }),
    inOurShape: ({ controls }: { controls: Nodes<Named> }) => ({ framework: { controls: controls.nodes } }),
  };
}

/** Starts PostGraphile on the tables of the raw peer. */
export async function startPostgraphile(
  stack: AsyncDisposableStack,
  { database, ...settings }: { database: Client; databaseUrl: string; tenantId: string },
): Promise<Target> {
  await database.query(SCHEMA);
  // Without it the process advises to set it.
  process.env.GRAPHILE_ENV = 'production';
  const child = stack.use(Child.run(new URL('./postgraphile.child.js', import.meta.url)));
  return { who: 'postgraphile', child, baseUrl: await child.ask<string>('start', settings), token: '' };
}
