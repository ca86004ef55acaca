import { describe, expect, it } from 'vitest';
import { compileLogic, logicProblems, populationProblems } from '../../src/modules/checks/check-compiler.js';
import { shapeProblems } from '../../src/modules/catalogue/resource-shapes.js';
import { checksUnderTest, fixtures, shapesByType } from './content.js';

const CHECKS = checksUnderTest().filter(({ logic }) => logic !== null);
const FIXTURES = fixtures();
const OF_CHECK = Map.groupBy(FIXTURES, ({ checkId }) => checkId);

describe('the resource types', () => {
  it.each([...shapesByType()])('%s has an example that matches its schema', (_type, shape) => {
    expect(shapeProblems(shape, shape.example)).toEqual([]);
  });
});

describe('the logic of the shipped checks', () => {
  it('exists for every check of the catalogue', () => {
    expect(checksUnderTest().flatMap(({ id, logic }) => (logic ? [] : [id]))).toEqual([]);
  });

  it.each(CHECKS)('$id reads only declared properties, each with its type', ({ logic, shape }) => {
    expect(shape).not.toBeNull();
    expect(logic && shape && logicProblems(logic, shape)).toEqual([]);
  });

  it.each(CHECKS.filter(({ logic }) => logic?.population))(
    '$id reads under `population` only properties that the named resource type declares',
    ({ logic }) => {
      const population = logic?.population;
      const shape = shapesByType().get(population?.on ?? '');
      expect(shape).toBeDefined();
      expect(population && shape && populationProblems(population, shape)).toEqual([]);
    },
  );

  it.each(CHECKS)('$id has a fixture that passes and one that fails', ({ id, logic }) => {
    const expected = (OF_CHECK.get(id) ?? []).map((fixture) => fixture.expect);
    expect(expected).toEqual(expect.arrayContaining(['pass', 'fail']));
    if (logic?.applies !== undefined) expect(expected).toContain('out_of_scope');
  });
});

describe('the verdicts of the shipped checks on fixtures', () => {
  const logicOf = new Map(CHECKS.map(({ id, logic }) => [id, logic]));

  it.each(FIXTURES)('$checkId: $title → $expect', ({ checkId, expect: status, says, shape, resource }) => {
    expect(shapeProblems(shape, resource.properties)).toEqual([]);
    const logic = logicOf.get(checkId);
    if (!logic) throw new Error(`${checkId} has no logic`);
    const evaluation = compileLogic(logic)(resource);
    expect(evaluation).toMatchObject({ status });
    if (says !== null) expect(evaluation).toMatchObject({ summary: expect.stringContaining(says) });
  });
});
