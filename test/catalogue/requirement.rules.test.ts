import { describe, expect, it } from 'vitest';
import { compareControlIds, frameworkOfLabel } from '../../src/modules/catalogue/requirement.rules.js';
import { catalogueOf } from './shipped.js';

const catalogue = catalogueOf();

/** `framework control_id` of each control that a report means. */
function resolved(label: string, id: string): string[] {
  return catalogue.resolveRequirement(label, id).map((control) => `${control.framework.slug} ${control.controlId}`);
}

describe('a requirement id of a report', () => {
  it.each([
    ['SOC2', 'cc_7_2', 'soc2 CC7.2'],
    ['SOC2', 'CC7.2', 'soc2 CC7.2'],
    ['SOC 2', 'cc7.2', 'soc2 CC7.2'],
    ['SOC2', 'pi_1_4', 'soc2 PI1.4'],
    ['HIPAA', '164_308_a_1_ii_d', 'hipaa 164.308(a)(1)(ii)(D)'],
    ['HIPAA', '164.308(a)(1)(ii)(D)', 'hipaa 164.308(a)(1)(ii)(D)'],
    ['ISO27001-2022', 'A.8.15', 'iso27001 A.8.15'],
    ['ISO/IEC 27001:2022', 'a_8_15', 'iso27001 A.8.15'],
    ['NIST-CSF-2.0', 'PR.AA-01', 'nist-csf PR.AA-01'],
    ['NIST-CSF-2.0', 'pr_aa_1', 'nist-csf PR.AA-01'],
    ['NIST-800-171-Revision-2', '3_1_12', 'cmmc AC.L2-3.1.12'],
    ['NIST.800-171.r2', '3.1.12', 'cmmc AC.L2-3.1.12'],
    ['CMMC', 'AC.L2-3.1.12', 'cmmc AC.L2-3.1.12'],
    ['PCI DSS 4.0', '8.3.10.1', 'pci-dss 8.3.10.1'],
    ['PCI DSS v4.0.1', '10.2.1.2', 'pci-dss 10.2.1.2'],
    ['HITRUST', '09.ad', 'hitrust 09.ad'],
    ['HITRUST CSF v11', '09_ad', 'hitrust 09.ad'],
  ])('%s %s is %s', (label, id, control) => {
    expect(resolved(label, id)).toEqual([control]);
  });

  it('is found for each control by the framework’s own name and code, and leads to that control alone', () => {
    const labels: Record<string, string> = { 'ISO 27001': 'ISO 27001:2022', 'PCI DSS': 'PCI DSS 4.0.1' };
    for (const control of catalogue.controls) {
      const { name } = control.framework;
      expect(catalogue.resolveRequirement(labels[name] ?? name, control.controlId)).toEqual([control]);
    }
  });

  it.each([
    ['ISO27001-2013', 'A.8.2.1'],
    ['ISO27001-2013', 'A.8.15'],
    ['NIST-CSF-1.1', 'ID.AM-1'],
    ['NIST-CSF-1.1', 'PR.DS-1'],
    ['PCI-3.2.1', '8.3.1'],
    ['PCI DSS v3.2.1', '10.2.1'],
    ['CIS-1.10', '1.2.1'],
    ['CIS-AWS-3.0', '1.1'],
    ['NIST-800-53-Revision-5', 'ac_2'],
    ['NIST-800-171-Revision-3', '3_1_12'],
    ['CMMC-1.0', 'AC.1.001'],
    ['FedRamp-Moderate-Revision-4', 'ac-2'],
    ['GDPR', 'article_25'],
    ['', 'CC7.2'],
  ])('%s %s is none of ours', (label, id) => {
    expect(frameworkOfLabel(label)).toBeNull();
    expect(resolved(label, id)).toEqual([]);
  });

  it.each([
    ['SOC2', 'cc_7_9'],
    ['SOC2', ''],
    ['NIST-CSF-2.0', 'PR.AC-1'],
    ['PCI DSS 4.0', '8.3.10.1.1'],
    ['HIPAA', '164_308'],
  ])('%s %s names no control of that framework', (label, id) => {
    expect(resolved(label, id)).toEqual([]);
  });
});

describe('an id that Prowler numbers under PCI-4.0', () => {
  it.each([
    ['10.2.1.1.10', 'pci-dss 10.2.1.1'],
    ['11.5.1.1.2', 'pci-dss 11.5.1.1'],
    ['3.5.1.5', 'pci-dss 3.5.1'],
    ['8.3.2.9', 'pci-dss 8.3.2'],
    ['A1.2.1.11', 'pci-dss A1.2.1'],
    ['8.3.6', 'pci-dss 8.3.6'],
  ])('%s is of the requirement before its number, %s', (id, control) => {
    expect(resolved('PCI-4.0', id)).toEqual([control]);
  });

  it.each(['10.2.1.2', '3.5.1.3', '8.3.10.1', 'A3.2.5.1'])('%s could be two requirements, and is none', (id) => {
    expect(resolved('PCI-4.0', id)).toEqual([]);
    expect(resolved('PCI DSS 4.0.1', id)).toEqual([`pci-dss ${id}`]);
  });

  it.each(['10.2.99.1', '1.1.1.1.1.1', '', '99.9.9.9'])('%s is of no requirement', (id) => {
    expect(resolved('PCI-4.0', id)).toEqual([]);
  });
});

describe('the order of control ids', () => {
  it('is natural: numbers count as numbers', () => {
    const ids = ['CC1.10', 'CC10.1', 'CC1.2', 'CC1.1', 'CC2.1', 'A1.1'];
    expect(ids.sort(compareControlIds)).toEqual(['A1.1', 'CC1.1', 'CC1.2', 'CC1.10', 'CC2.1', 'CC10.1']);
  });

  it('puts a control before its parts', () => {
    expect(['3.3.1.1', '3.3.1', '3.3'].sort(compareControlIds)).toEqual(['3.3', '3.3.1', '3.3.1.1']);
  });
});
