import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UniversalControl } from '../../src/modules/catalogue/catalogue.js';
import { catalogueOf, controlId, universalControlId } from '../catalogue/shipped.js';
import { startService, type TestService } from '../support/service.js';
import { costOf } from '../support/statements.js';
import { assess } from './assessments.js';

interface Mapped {
  mappings: { framework: string; relationship: string }[];
}

const { universalControls } = catalogueOf();
const reaches = ({ mappings }: UniversalControl, slug: string) =>
  mappings.some(({ control }) => control.framework.slug === slug);

describe('universal controls', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
    await assess(service.a.auditor, universalControlId('UCF-IAM-01'), 'compliant');
    await assess(service.a.auditor, universalControlId('UCF-IAM-02'), 'non_compliant');
  });
  afterAll(() => service.stop());

  const codes = async (args: string, by = service.a.member) => {
    const found = await by.data<{ universalControls: { code: string }[] }>(`{ universalControls${args} { code } }`);
    return found.universalControls.map(({ code }) => code);
  };
  const codeOfError = async (query: string, by = service.a.member) => {
    const { body } = await by.graphql(query);
    return (body as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code;
  };

  it('that cover several frameworks are those that are mapped to a control of every one of them', async () => {
    const both = universalControls.filter((each) => reaches(each, 'hipaa') && reaches(each, 'pci-dss'));
    expect(both.length).toBeGreaterThan(0);
    expect(both.length).toBeLessThan(universalControls.filter((each) => reaches(each, 'hipaa')).length);
    expect(await codes('(covers: ["HIPAA", "PCI DSS"])')).toEqual(both.map(({ code }) => code));
    // HIPAA 164.312(a)(2)(ii) and ISO 27001 A.8.2 are all that UCF-IAM-13 is mapped to.
    expect(await codes('(covers: ["HIPAA", "iso-27001"])')).toContain('UCF-IAM-13');
    expect(await codes('(covers: ["HIPAA", "PCI DSS"])')).not.toContain('UCF-IAM-13');
  });

  it('are filtered by domain and by what is covered together', async () => {
    const wanted = universalControls.filter(
      ({ domain, ...each }) => domain.code === 'IAM' && reaches(each as never, 'soc2'),
    );
    expect(await codes('(domain: "iam", covers: ["soc2"])')).toEqual(wanted.map(({ code }) => code));
  });

  it('are filtered by the status of the assessment in force, `not_assessed` where there is none', async () => {
    expect(await codes('(status: compliant)')).toEqual(['UCF-IAM-01']);
    expect(await codes('(statuses: [compliant, non_compliant])')).toEqual(['UCF-IAM-01', 'UCF-IAM-02']);
    expect(await codes('(status: not_assessed)')).toHaveLength(universalControls.length - 2);
    expect(await codes('(status: compliant)', service.b.member)).toEqual([]);
  });

  it('are all there for empty lists', async () => {
    expect(await codes('(covers: [], statuses: [])')).toHaveLength(universalControls.length);
  });

  it('are refused for a framework that is unknown or not active', async () => {
    const ofSoc2 = await service.addTenant('Delta', 'STARTER', ['soc2']);
    expect(await codeOfError('{ universalControls(covers: ["Nope"]) { code } }')).toBe('NOT_FOUND');
    const refused = await codeOfError('{ universalControls(covers: ["SOC 2", "HIPAA"]) { code } }', ofSoc2.member);
    expect(refused).toBe('FRAMEWORK_NOT_ACTIVE');
  });

  it('cost at most three statements with every filter', async () => {
    const query =
      '{ universalControls(domain: "IAM", covers: ["HIPAA"], status: not_assessed) { code mappings { control { status } } } }';
    expect(await costOf(service, () => service.a.member.data(query))).toBeLessThanOrEqual(3);
  });

  it('are listed over REST with the same filters', async () => {
    const found = await service.a.member.rest<{ code: string; domain: { code: string } }[]>(
      '/api/ucf/controls?domain=IAM&covers=HIPAA&covers=ISO%2027001',
    );
    expect(found.map(({ code }) => code)).toEqual(await codes('(domain: "IAM", covers: ["HIPAA", "ISO 27001"])'));
    expect(found[0]).toMatchObject({ domain: { code: 'IAM' }, assessment: { status: 'compliant' } });
    const wrong = await service.a.member.get('/api/ucf/controls?domain=ZZZ');
    expect(wrong.body).toMatchObject({ error: { details: [{ field: '/domain' }] } });
  });

  describe('by their code', () => {
    it('are found without case, and are null with NOT_FOUND where there is none', async () => {
      const { universalControlByCode: found } = await service.a.member.data<{ universalControlByCode: { id: string } }>(
        '{ universalControlByCode(code: "ucf-iam-03") { id } }',
      );
      expect(found.id).toBe(universalControlId('UCF-IAM-03'));
      expect(await codeOfError('{ universalControlByCode(code: "UCF-IAM-99") { id } }')).toBe('NOT_FOUND');
    });
  });

  describe('and their mappings', () => {
    const mapped = async (args: string) => {
      const query = `{ universalControlByCode(code: "UCF-AUT-02") { mappings${args} { framework relationship } } }`;
      return (await service.a.member.data<{ universalControlByCode: Mapped }>(query)).universalControlByCode.mappings;
    };

    it('are filtered by framework and relationship, one or several', async () => {
      const all = await mapped('');
      const of = (frameworks: string[]) => all.filter(({ framework }) => frameworks.includes(framework));
      expect(await mapped('(framework: "HIPAA")')).toEqual(of(['HIPAA']));
      expect(await mapped('(frameworks: ["hipaa", "PCI DSS"])')).toEqual(of(['HIPAA', 'PCI DSS']));
      expect(of(['HIPAA', 'PCI DSS']).length).toBeGreaterThan(of(['HIPAA']).length);
      const [{ relationship } = { relationship: '' }] = all;
      const same = all.filter((each) => each.relationship === relationship);
      expect(same.length).toBeLessThan(all.length);
      expect(await mapped(`(relationship: ${relationship})`)).toEqual(same);
      expect(await mapped('(relationships: [equal, subset, superset, intersects])')).toEqual(all);
    });

    it('of a control are filtered likewise', async () => {
      const id = controlId('iso27001', 'A.5.18');
      const query = (args: string) => `{ control(id: "${id}") { mappings${args} { framework relationship } } }`;
      const of = async (args: string) =>
        (await service.a.member.data<{ control: Mapped }>(query(args))).control.mappings;
      // UCF-IAM-03, UCF-IAM-04 and UCF-IAM-05, each in part and with more beyond.
      expect(await of('(relationship: intersects)')).toHaveLength(3);
      expect(await of('(relationships: [equal, subset])')).toEqual([]);
      expect(await of('(framework: "ISO 27001")')).toHaveLength(3);
      expect(await of('(framework: "HIPAA")')).toEqual([]);
    });
  });
});
