import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { z } from 'zod';
import type { Resource } from '../../src/connectors/resource.js';
import { shippedContent } from '../catalogue/shipped.js';
import type { CheckLogic } from '../../src/modules/catalogue/content-shapes.js';
import type { ResourceShape } from '../../src/modules/catalogue/resource-shapes.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';

const CHECKS = join(SOURCE_ROOT, 'content/checks');

/** `*.fixtures.yaml`, beside the checks: resources, and the expected verdict on each. */
const FixtureFile = z.strictObject({
  fixtures: z.record(
    z.string(),
    z.array(
      z.strictObject({
        /** Description of the resource. */
        title: z.string(),
        /** `error`: neither a pass nor a failure, because a property that decides is not known. */
        expect: z.enum(['pass', 'fail', 'out_of_scope', 'error']),
        /** Text that the summary must contain. */
        says: z.string().optional(),
        id: z.string().optional(),
        name: z.string().optional(),
        region: z.string().nullable().optional(),
        account: z.string().optional(),
        /** Properties that differ from the example of the resource type. */
        properties: z.record(z.string(), z.unknown()).default({}),
      }),
    ),
  ),
});

export interface Fixture {
  checkId: string;
  title: string;
  expect: 'pass' | 'fail' | 'out_of_scope' | 'error';
  says: string | null;
  shape: ResourceShape;
  resource: Resource;
}

export interface CheckUnderTest {
  id: string;
  tier: number;
  logic: CheckLogic | null;
  shape: ResourceShape | null;
}

/** Every check of the content with the schema of its resource type. */
export function checksUnderTest(): CheckUnderTest[] {
  const content = shippedContent();
  const shapes = shapesByType();
  return content.checkFiles
    .flatMap(({ checks }) => checks)
    .map(({ id, tier, logic, resource_type: type }) => ({
      id,
      tier,
      logic: logic ?? null,
      shape: shapes.get(logic?.on ?? type) ?? null,
    }));
}

/** Schemas of all resource types of the content. */
export function shapesByType(): Map<string, ResourceShape> {
  const { resourceFiles } = shippedContent();
  return new Map(resourceFiles.flatMap(({ resources }) => resources.map((shape) => [shape.type, shape])));
}

/** Every fixture of the content, applied to the example of its resource type. */
export function fixtures(): Fixture[] {
  const checks = new Map(checksUnderTest().map((check) => [check.id, check]));
  const files = readdirSync(CHECKS, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.fixtures.yaml'),
  );
  return files.sort().flatMap((file) => {
    const parsed = FixtureFile.parse(load(readFileSync(join(CHECKS, file), 'utf8')));
    return Object.entries(parsed.fixtures).flatMap(([checkId, entries]) => {
      const shape = checks.get(checkId)?.shape;
      if (!shape) throw new Error(`${file}: ${checkId} is no check, or there is no shape of its resources`);
      return entries.map(({ title, expect, says = null, properties, ...resource }): Fixture => ({
        checkId,
        title,
        expect,
        says,
        shape,
        resource: {
          type: shape.type,
          id: 'fixture',
          name: 'fixture',
          region: null,
          account: 'account',
          ...resource,
          properties: { ...shape.example, ...properties },
        },
      }));
    });
  });
}
