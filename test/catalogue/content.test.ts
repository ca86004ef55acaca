import { describe, expect, it } from 'vitest';
import { buildCatalogue } from '../../src/modules/catalogue/catalogue-build.js';
import { loadContent } from '../../src/modules/catalogue/content-load.js';
import { catalogueOf, CONTENT_DIRECTORY, numbersByPlace, shippedContent } from './shipped.js';

/** Version 5, variant of RFC 9562. */
const UUID_V5 = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const catalogue = catalogueOf();
const { frameworks, controls, domains, universalControls, checks } = catalogue;
const mappings = universalControls.flatMap((universalControl) => universalControl.mappings);

function counted(values: readonly (string | number)[]): Record<string, number> {
  const groups = Map.groupBy(values, (value) => value);
  return Object.fromEntries([...groups].map(([value, all]) => [value, all.length]));
}

describe('the shipped catalogue', () => {
  it('begins with the seven frameworks of the specification, in its order', () => {
    const names = ['SOC 2', 'CMMC', 'ISO 27001', 'HIPAA', 'HITRUST', 'NIST CSF', 'PCI DSS'];
    expect(frameworks.slice(0, names.length).map(({ name }) => name)).toEqual(names);
  });

  it('has every control in one framework, and every universal control in one domain', () => {
    expect(controls).toEqual(frameworks.flatMap((framework) => framework.controls));
    expect(new Set(controls).size).toBe(controls.length);
    expect(universalControls).toEqual(domains.flatMap((domain) => domain.universalControls));
    expect(new Set(universalControls).size).toBe(universalControls.length);
    expect(domains.filter((domain) => domain.universalControls.length === 0)).toEqual([]);
  });

  it('says of every mapping how much of the universal control and how much more the control asks for', () => {
    for (const { covers, asksMore, relationship, universalControl } of mappings) {
      const isWhole = universalControl.elements.every((_, index) => covers.includes(index + 1));
      expect(relationship).toBe(
        { true: { true: 'superset', false: 'equal' }, false: { true: 'intersects', false: 'subset' } }[`${isWhole}`][
          `${asksMore}`
        ],
      );
    }
    expect(new Set(mappings.map(({ relationship }) => relationship)).size).toBe(4);
  });

  it('has three to six elements in every universal control, each asked for by number', () => {
    expect(universalControls.filter(({ elements }) => elements.length < 3 || elements.length > 6)).toEqual([]);
    const beyond = mappings.filter(({ covers, universalControl: { elements } }) =>
      covers.some((element) => element < 1 || element > elements.length),
    );
    expect(beyond).toEqual([]);
  });

  it('has checks that decide something and checks that only support universal controls', () => {
    const supporting = checks.filter(({ decides }) => decides.length === 0);
    expect(supporting.length).toBeGreaterThan(0);
    expect(supporting.length).toBeLessThan(checks.length);
    expect(checks.filter(({ canShow }) => !canShow)).toEqual([]);
  });

  it('maps every control of every framework to a universal control, and every check reaches a control but those of hygiene', () => {
    expect(controls.filter((control) => control.mappings.length === 0)).toEqual([]);
    const entries = shippedContent().checkFiles.flatMap((file) => file.checks);
    const ofHygiene = entries.filter(({ hygiene }) => hygiene === true).map(({ id }) => id);
    expect(ofHygiene).not.toEqual([]);
    const withoutControls = checks.filter((check) => check.controls.length === 0).map(({ id }) => id);
    expect(withoutControls.toSorted()).toEqual(ofHygiene.toSorted());
  });

  it('knows the 15, 110 and 24 requirements of the three levels of CMMC, and no level elsewhere', () => {
    expect(
      counted(catalogue.frameworkBySlug.get('cmmc')?.controls.map((each) => each.maturityLevel ?? 0) ?? []),
    ).toEqual({ 1: 15, 2: 110, 3: 24 });
    const leveled = frameworks.filter(({ hasLevels }) => hasLevels).map(({ slug }) => slug);
    expect(leveled).toEqual(['cmmc']);
    expect(controls.filter((each) => each.framework.slug !== 'cmmc' && each.maturityLevel !== null)).toEqual([]);
  });

  it('can be walked both ways: control → mapping → universal control → mapping → control', () => {
    for (const control of controls) {
      for (const mapping of control.mappings) {
        expect(mapping.control).toBe(control);
        expect(mapping.universalControl.mappings).toContain(mapping);
      }
    }
  });

  it('lists each control in natural order of its id', () => {
    const soc2 = catalogue.frameworkBySlug.get('soc2')?.controls.map(({ controlId }) => controlId) ?? [];
    expect(soc2.slice(0, 4)).toEqual(['A1.1', 'A1.2', 'A1.3', 'C1.1']);
    const pci = catalogue.frameworkBySlug.get('pci-dss')?.controls.map(({ controlId }) => controlId) ?? [];
    expect(pci.indexOf('3.3.1')).toBeLessThan(pci.indexOf('3.3.1.1'));
    expect(pci.indexOf('2.2.7')).toBeLessThan(pci.indexOf('12.1.1'));
  });
});

describe('ids of the catalogue', () => {
  const ids = [...frameworks, ...controls, ...domains, ...universalControls, ...mappings].map(({ id }) => id);

  it('are UUIDs of version 5, each used once', () => {
    expect(ids.filter((id) => !UUID_V5.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are the same in two loads', () => {
    const content = loadContent(CONTENT_DIRECTORY);
    const again = buildCatalogue(content, numbersByPlace(content));
    expect(again).not.toBe(catalogue);
    expect(again.controls.map(({ id }) => id)).toEqual(controls.map(({ id }) => id));
    expect(again.universalControls.map(({ id }) => id)).toEqual(universalControls.map(({ id }) => id));
    expect(again.frameworks.map(({ id }) => id)).toEqual(frameworks.map(({ id }) => id));
  });

  it('depend on the framework and the code alone: they are what they were in the first release', () => {
    // UUIDv5 of "control:soc2:CC6.1" and the like, by `uuidgen --sha1 --namespace 5b0a1b1e-6d0f-5c57-9a53-0c1d6f3c7a10`.
    expect(catalogue.frameworkBySlug.get('soc2')?.id).toBe('2f108054-8081-537d-97d0-b75f3b6bb3c8');
    expect(controls.find((each) => each.framework.slug === 'soc2' && each.controlId === 'CC6.1')?.id).toBe(
      'f91231fb-14d8-583d-ab8c-1edcff5f2661',
    );
    expect(universalControls.find(({ code }) => code === 'UCF-IAM-03')?.id).toBe(
      '496ba04b-a62b-53d1-a8c4-e5ec89f0b6dd',
    );
  });
});
