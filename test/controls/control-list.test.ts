import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  catalogueOf,
  controlCountOf,
  controlId,
  frameworkId,
  universalControlId,
  CONTROL_COUNT,
} from '../catalogue/shipped.js';
import { startService, type TestService } from '../support/service.js';
import { costOf } from '../support/statements.js';
import { assess } from '../ucf/assessments.js';

interface Listed {
  controlId: string;
  category: string;
  status: string;
  framework: { name: string };
}

const catalogue = catalogueOf();

describe('the controls of several frameworks', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
    await assess(service.a.auditor, universalControlId('UCF-IAM-04'), 'non_compliant');
    const form = new FormData();
    form.set('file', new Blob(['terms']), 'terms.txt');
    form.set('title', 'Terms');
    form.set('control_id', controlId('hipaa', '164.312(a)(2)(ii)'));
    const upload = await service.a.admin.send('POST', '/api/evidence/upload', { body: form });
    expect(upload.status).toBe(201);
  });
  afterAll(() => service.stop());

  const list = async (args: string, by = service.a.member) => {
    const query = `{ controls${args} { controlId category status framework { name } } }`;
    return (await by.data<{ controls: Listed[] }>(query)).controls;
  };
  const names = (controls: Listed[]) => [...new Set(controls.map(({ framework }) => framework.name))];
  const refusal = async (args: string) => {
    const { body } = await service.a.member.graphql(`{ controls${args} { controlId } }`);
    return (body as { errors: { extensions: { code: string; details?: { field: string }[] } }[] }).errors[0]
      ?.extensions;
  };

  it('are all of the active frameworks without an argument', async () => {
    const all = await list('');
    expect(all).toHaveLength(CONTROL_COUNT);
    expect(names(all)).toEqual(['SOC 2', 'CMMC', 'ISO 27001', 'HIPAA', 'HITRUST', 'NIST CSF', 'PCI DSS']);
    const ofSoc2 = await service.addTenant('Epsilon', 'STARTER', ['soc2']);
    expect(names(await list('', ofSoc2.member))).toEqual(['SOC 2']);
  });

  it('are of the named frameworks, by name, slug or id, each once', async () => {
    expect(names(await list('(framework: "HIPAA")'))).toEqual(['HIPAA']);
    const both = await list(`(frameworks: ["hipaa", "HIPAA", "${frameworkId('soc2')}"])`);
    expect(names(both)).toEqual(['SOC 2', 'HIPAA']);
    expect(both).toHaveLength(controlCountOf('soc2') + controlCountOf('hipaa'));
  });

  it('have any of several statuses, categories, levels and domains', async () => {
    const failed = await list('(statuses: [failed])');
    expect(failed.length).toBeGreaterThan(3);
    expect(names(failed).length).toBeGreaterThan(1);
    expect(await list('(statuses: [failed, not_assessed])')).toHaveLength(CONTROL_COUNT);
    const categories = await list('(categories: ["control environment", "Risk Assessment"], framework: "SOC 2")');
    expect([...new Set(categories.map(({ category }) => category))]).toEqual([
      'Control Environment',
      'Risk Assessment',
    ]);
    // Level 1 has 15 controls, 125 are of the levels 1 and 2.
    expect(await list('(framework: "CMMC", levels: [2])')).toHaveLength(110);
    expect(await list('(framework: "CMMC", level: 2)')).toHaveLength(125);
    const ofDomain = async (args: string) =>
      new Set((await list(`(framework: "HIPAA", ${args})`)).map((each) => each.controlId));
    const [iam, aut] = [await ofDomain('domain: "IAM"'), await ofDomain('domain: "AUT"')];
    expect(await ofDomain('domains: ["IAM", "aut"]')).toEqual(new Set([...iam, ...aut]));
  });

  it('are filtered by nothing for empty lists', async () => {
    expect(await list('(frameworks: [], statuses: [], categories: [], domains: [], levels: [])')).toHaveLength(
      CONTROL_COUNT,
    );
  });

  it('with evidence and without are all of them, and withdrawn evidence is none', async () => {
    const withEvidence = async () =>
      (await list('(framework: "HIPAA", hasEvidence: true)')).map((each) => each.controlId);
    expect(await withEvidence()).toEqual(['164.312(a)(2)(ii)']);
    expect(await list('(framework: "HIPAA", hasEvidence: false)')).toHaveLength(controlCountOf('hipaa') - 1);
    expect(await list('(hasEvidence: true)', service.b.member)).toEqual([]);
    const { evidenceList } = await service.a.member.data<{ evidenceList: { nodes: { id: string }[] } }>(
      '{ evidenceList { nodes { id } } }',
    );
    const path = `/api/evidence/${evidenceList.nodes[0]?.id ?? ''}/withdraw`;
    const withdrawn = await service.a.admin.post(path, { reason_code: 'wrong_file', reason: 'Not these terms.' });
    expect(withdrawn.text).toContain('withdrawn');
    expect(await withEvidence()).toEqual([]);
  });

  it('passed with full and with partial assurance are all that are passed', async () => {
    const [full, partial, passed] = [
      await list('(assurance: full)'),
      await list('(assurance: partial)'),
      await list('(status: passed)'),
    ];
    expect(full.length + partial.length).toBe(passed.length);
  });

  it('are searched with the most relevant first', async () => {
    const codes = async (args: string) => (await list(args)).map(({ controlId: code }) => code);
    // The code itself, then the codes that begin with it.
    expect((await codes('(q: "cc6.1")'))[0]).toBe('CC6.1');
    const found = await codes('(q: "A.5.1", framework: "ISO 27001")');
    expect(found.slice(0, 3)).toEqual(['A.5.1', 'A.5.10', 'A.5.11']);
    // The same controls in another order where one is asked for.
    const relevant = await codes('(q: "password")');
    const byFramework = await codes('(q: "password", orderBy: framework)');
    expect(relevant.toSorted()).toEqual(byFramework.toSorted());
    expect(relevant).not.toEqual(byFramework);
    const titles = catalogue.controls.filter(({ title }) => ` ${title}`.toLowerCase().includes(' password'));
    const inTitle = new Set(titles.map(({ controlId: code }) => code));
    expect(relevant.slice(0, inTitle.size).every((code) => inTitle.has(code))).toBe(true);
  });

  it('are ordered by one key, and reversed', async () => {
    const categories = (await list('(orderBy: category_desc)')).map(({ category }) => category);
    expect(categories).toEqual(categories.toSorted((a, b) => b.localeCompare(a, 'en')));
    const statuses = (await list('(orderBy: status)')).map(({ status }) => status);
    expect(statuses).toEqual(statuses.toSorted());
    expect((await list('(framework: "SOC 2", orderBy: control_id_desc)'))[0]?.controlId).toBe('PI1.5');
  });

  it.each([
    ['(level: 4)', '/level'],
    ['(levels: [1, 4])', '/levels/1'],
    ['(domains: ["IAM", "ZZZ"])', '/domains/1'],
    ['(sort: "title")', '/sort'],
    ['(sort: "status", orderBy: status)', '/orderBy'],
    [`(categories: [${'"a",'.repeat(51)}])`, '/categories'],
  ])('are refused for %s, naming the argument', async (args, field) => {
    expect(await refusal(args)).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field }] });
  });

  it('cost at most three statements with every filter', async () => {
    const read = () => list('(statuses: [failed], hasEvidence: false, disputed: false, q: "access", domains: ["IAM"])');
    expect(await costOf(service, read)).toBeLessThanOrEqual(3);
  });

  describe('over REST', () => {
    const rest = (query: string) =>
      service.a.member.rest<Record<string, unknown>[]>(`/api/compliance/controls${query}`);

    it('are the same, with their framework', async () => {
      expect(await rest('')).toHaveLength(CONTROL_COUNT);
      const found = await rest('?frameworks=SOC%202&frameworks=hipaa&statuses=failed&statuses=passed&order_by=status');
      expect(found).toHaveLength((await list('(frameworks: ["soc2", "hipaa"], statuses: [failed, passed])')).length);
      expect(found[0]).toMatchObject({ framework: { name: expect.any(String) as string } });
    });

    it('with evidence are not taken for unchanged when evidence has come', async () => {
      const path = '/api/compliance/controls?frameworks=nist-csf&has_evidence=true';
      const before = await service.a.member.get(path);
      expect(before.body).toMatchObject({ data: [] });
      const form = new FormData();
      form.set('file', new Blob(['plan']), 'plan.txt');
      form.set('title', 'Plan');
      form.set('control_id', controlId('nist-csf', 'GV.OC-01'));
      await service.a.admin.send('POST', '/api/evidence/upload', { body: form });
      const after = await service.a.member.get(path, { 'if-none-match': before.headers.get('etag') ?? '' });
      expect(after.status).toBe(200);
      expect(after.body).toMatchObject({ data: [{ control_id: 'GV.OC-01' }] });
    });

    it('are refused with the names of REST', async () => {
      const { status, body } = await service.a.member.get('/api/compliance/controls?sort=status&order_by=status');
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: { details: [{ field: '/order_by', message: 'excludes sort' }] } });
      const twice = await service.a.member.get('/api/compliance/controls?status=failed&status=passed');
      expect(twice.body).toMatchObject({ error: { details: [{ field: '/status' }] } });
    });
  });
});

describe('a control by its code', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const find = async (framework: string, code: string, by = service.a.member) =>
    (await by.graphql('query ($f: String!, $c: String!) { controlByCode(framework: $f, code: $c) { id } }', {
      f: framework,
      c: code,
    })) as { body: { data: { controlByCode: { id: string } | null } | null; errors?: object[] } };

  it('is found in its framework without case', async () => {
    const { body } = await find('soc-2', 'cc6.1');
    expect(body).toEqual({ data: { controlByCode: { id: controlId('soc2', 'CC6.1') } } });
  });

  it('is null with NOT_FOUND, as `control(id)`, for an unknown code, an unknown framework and one that is not active', async () => {
    const ofSoc2 = await service.addTenant('Zeta', 'STARTER', ['soc2']);
    const answers = [
      await find('SOC 2', 'CC99'),
      await find('Nope', 'CC6.1'),
      await find('HIPAA', '164.312(a)(2)(ii)', ofSoc2.member),
    ];
    for (const { body } of answers) {
      expect(body.data?.controlByCode ?? null).toBeNull();
      expect(body.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    }
  });
});
