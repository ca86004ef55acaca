import { describe, expect, it } from 'vitest';
import type { Scanner } from '../../src/connectors/finding.js';
import type { Check } from '../../src/modules/catalogue/catalogue.js';
import { isFull } from '../../src/modules/catalogue/relationship.rules.js';
import { FindingAggregate, type ControlResult } from '../../src/modules/scans/finding-aggregate.rules.js';
import { catalogue, checkOf, findingOf, nameOf, passedBy, resultsOf, shipped, type Rule } from './rule-findings.js';
import { shippedContent } from './shipped.js';

const content = shippedContent();

/** Rules of OpenSCAP that contradict none of the elements of their family. */
const HARMLESS = [
  'rpm_verify_permissions',
  'accounts_passwords_pam_faildelay_delay',
  'accounts_passwords_pam_faillock_enabled',
  'accounts_tmout',
  'aide_periodic_cron_checking',
  'service_chronyd_enabled',
  'display_login_attempts',
  'accounts_max_concurrent_login_sessions',
  'sshd_set_keepalive',
  'chronyd_client_only',
  'ensure_rtc_utc_configuration',
  'auditd_freq',
  'grub2_audit_backlog_limit_argument',
  'file_permissions_var_log_apt',
  'secure_boot_enabled',
  'directory_permissions_apt_auth_conf_d',
];

/** Others, with a control that each fails and one that it does not. */
const CONTRADICTING: [string, string | null, string | null][] = [
  ['audit_rules_privileged_commands_sudo', 'pci-dss 10.2.1.2', 'pci-dss 10.2.1.5'],
  ['audit_rules_usergroup_modification_passwd', 'pci-dss 10.2.1.5', 'pci-dss 10.2.1.2'],
  ['service_auditd_enabled', 'pci-dss 10.2.1.5', null],
  ['file_permissions_var_log_auth', 'pci-dss 10.3.1', 'pci-dss 10.3.2'],
  ['ensure_gpgcheck_globally_activated', null, null],
];

/** Every rule of Prowler and of Security Hub that the product knows. */
const IMPORTED: Rule[] = [
  ...content.checkFiles
    .flatMap(({ checks }) => checks.flatMap(({ rules }) => rules.prowler ?? []))
    .map((ruleId) => ({ scanner: 'prowler' as const, ruleId })),
  ...content.rules.map(({ scanner, rule }) => ({ scanner, ruleId: rule })),
];
/** Checks whose pass shows that there is more than others have looked at: what these show is less with it. */
const REFUTING = new Set(catalogue.checks.flatMap(({ logic }) => logic?.population?.refuted_by ?? []));
/** Those, and every check of ours, but for the ones that refute. */
const ALL: Rule[] = [
  ...IMPORTED,
  ...[...HARMLESS, ...CONTRADICTING.map(([rule]) => rule)].map((ruleId) => ({ scanner: 'openscap' as const, ruleId })),
  ...catalogue.checks.map(({ id }) => ({ scanner: 'crosswalk' as const, ruleId: id })),
].filter((rule) => !REFUTING.has(checkOf(rule)?.id ?? ''));

/** What asks for an audit, a review, a contract, an exercise or a person: whatever a scanner passes, nobody has shown it. */
const NEVER_PASSED = [
  ...['9.2.1', '9.2.2', 'A.5.35', '7.4'].map((id) => `iso27001 ${id}`),
  ...['CC1.3', 'CC2.2', 'CC2.3', 'CC4.1', 'CC9.2'].map((id) => `soc2 ${id}`),
  'hipaa 164.308(a)(8)',
  ...['CA.L2-3.12.1', 'MP.L2-3.8.4'].map((id) => `cmmc ${id}`),
  ...['9.1.2', '11.3.2', '12.10.7', '3.7.8'].map((id) => `pci-dss ${id}`),
  'hitrust 09.h',
  'nist-csf RS.MA-02',
];

/** What every system with people, logs or malware has to do: a test sees those of its own provider, and nobody else's. */
const ACROSS_SYSTEMS = [
  ...['AC.L2-3.1.8', 'IA.L2-3.5.6', 'IA.L2-3.5.8', 'SI.L1-b.1.xiii', 'SI.L2-3.14.2'].map((id) => `cmmc ${id}`),
  ...['5.2.1', '8.2.6', '8.3.4', '8.3.6', '8.3.7', '8.4.1', '8.4.3'].map((id) => `pci-dss ${id}`),
  ...['10.2.1.2', '10.2.1.4', '10.2.1.5', '10.2.1.6', '10.2.1.7'].map((id) => `pci-dss ${id}`),
];

/**
 * Why a control may not pass by these checks, worked out from the texts of the rules alone; empty where it may. All of an element's
 * deciding checks of one provider ran, for every element of one full mapping.
 */
function objections({ control }: ControlResult, ran: ReadonlySet<string>): string[] {
  const isShown = (code: string, element: number) =>
    [...Map.groupBy(decidersOf(code, element), ({ provider }) => provider).values()].some((checks) =>
      checks.every(({ id }) => ran.has(id)),
    );
  const states = control.mappings.map(({ universalControl: { code }, relationship, covers }) => {
    return { full: isFull(relationship), shown: covers.every((element) => isShown(code, element)) };
  });
  const isPassed = states.some(({ full, shown }) => full && shown);
  return [...(control.method === 'manual' ? ['it is manual'] : []), ...(isPassed ? [] : ['no full mapping is shown'])];
}

function decidersOf(code: string, element: number): Check[] {
  return catalogue.checks.filter(({ decides }) =>
    decides.some((each) => each.universalControl.code === code && each.elements.includes(element)),
  );
}

/** Park and Miller's generator: the same walk in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

describe('passing findings of every rule of Prowler and Security Hub', () => {
  const aggregate = new FindingAggregate(shipped, shipped.controls);
  for (const rule of IMPORTED) aggregate.add('integration-1', findingOf(rule, 'pass'));
  const results = aggregate.results();

  it.each(NEVER_PASSED)('do not pass %s', (name) => {
    const result = results.find((each) => nameOf(each) === name);
    expect(result).toMatchObject({ status: 'not_applicable', isEvaluated: false });
  });

  it('pass no control, and fail none', () => {
    expect(passedBy(results)).toEqual([]);
    expect(results.filter(({ status }) => status === 'fail')).toEqual([]);
  });

  it('support controls that they do not pass: these list the checks and stay without a result', () => {
    const supported = results.filter(({ checks, status }) => checks.length > 0 && status !== 'pass');
    expect(supported.length).toBeGreaterThan(0);
    expect(supported.every(({ isEvaluated, severity }) => !isEvaluated && severity === null)).toBe(true);
  });
});

describe('any set of passing findings', () => {
  /** From a rule alone to all of them: sets of every size, drawn from every scanner. */
  const sets = (() => {
    const random = randomNumbers(20_261_122);
    return Array.from({ length: 12 }, () => {
      const share = random() ** 2;
      return ALL.filter(() => random() < share);
    });
  })();

  it.each(ACROSS_SYSTEMS)('does not pass %s, be it all of them', (name) => {
    const result = resultsOf(ALL, () => 'pass', shipped).find((each) => nameOf(each) === name);
    expect(result).toMatchObject({ status: 'not_applicable', isEvaluated: false });
  });

  it('passes no control of the shipped content: in each of them something is left that people show', () => {
    expect(passedBy(resultsOf(ALL, () => 'pass', shipped))).toEqual([]);
  });

  it('passes no manual control, and none that its checks do not show whole', () => {
    for (const rules of [...sets, ALL]) {
      const ran = new Set(rules.flatMap((rule) => checkOf(rule)?.id ?? []));
      const wrong = passedBy(resultsOf(rules)).flatMap((result) =>
        objections(result, ran).map((objection) => `${nameOf(result)}: ${objection}`),
      );
      expect(wrong).toEqual([]);
    }
  });

  it('passes no control that all passing findings of the same providers together do not pass', () => {
    // Those of another provider may hold an element back that they only support.
    for (const rules of sets) {
      const providers = new Set(rules.map((rule) => checkOf(rule)?.provider));
      const larger = resultsOf(ALL.filter((rule) => providers.has(checkOf(rule)?.provider)));
      const passed = new Set(passedBy(larger).map(nameOf));
      expect(
        passedBy(resultsOf(rules))
          .map(nameOf)
          .filter((name) => !passed.has(name)),
      ).toEqual([]);
    }
  });

  it('passes nothing more when one of its findings fails', () => {
    const random = randomNumbers(7);
    for (const rules of sets.slice(0, 6)) {
      const passed = new Set(passedBy(resultsOf(rules)).map(nameOf));
      const failing = rules[Math.floor(random() * rules.length)];
      const after = resultsOf(rules, (rule) => (rule === failing ? 'fail' : 'pass'));
      expect(passedBy(after).filter((each) => !passed.has(nameOf(each)))).toEqual([]);
    }
  });
});

describe('a passing rule of OpenSCAP', () => {
  it('shows nothing alone: what its family decides takes rules that the report may have left out', () => {
    // Both are of the part of a family that decides whether there are audit logs: PCI DSS 10.2.1, and not who reads them: 10.3.1.
    const rules = ['service_auditd_enabled', 'package_audit_installed'];
    const findings = rules.map((ruleId): Rule => ({ scanner: 'openscap', ruleId }));
    expect(findings.map((each) => checkOf(each)?.id)).toEqual(rules.map(() => 'linux.audit-enabled.on'));
    expect(passedBy(resultsOf(findings))).toEqual([]);
    const failing = resultsOf(findings, ({ ruleId }) => (ruleId === rules[0] ? 'fail' : 'pass'));
    expect(failing.find((each) => nameOf(each) === 'pci-dss 10.2.1')?.status).toBe('fail');
    expect(failing.filter(({ status }) => status === 'fail').map(nameOf)).not.toContain('pci-dss 10.3.1');
  });
});

describe('a failing rule', () => {
  const failedBy = (scanner: Scanner, ruleId: string) =>
    resultsOf([{ scanner, ruleId }], () => 'fail')
      .filter(({ status }) => status === 'fail')
      .map(nameOf);

  it.each(HARMLESS)('of OpenSCAP that contradicts none of the elements of its family fails nothing: %s', (ruleId) => {
    expect(failedBy('openscap', ruleId)).toEqual([]);
    expect(checkOf({ scanner: 'openscap', ruleId })?.universalControls.length).toBeGreaterThan(0);
  });

  it.each(CONTRADICTING)('of OpenSCAP fails what it contradicts: %s fails %s, and not %s', (ruleId, failed, other) => {
    const found = failedBy('openscap', ruleId);
    expect(found.length).toBeGreaterThan(0);
    if (failed !== null) expect(found).toContain(failed);
    if (other !== null) expect(found).not.toContain(other);
  });

  it.each([
    'rbac_minimize_wildcard_use_roles',
    'elbv2_logging_enabled',
    'elbv2_insecure_ssl_ciphers',
    'rds_instance_multi_az',
  ])('of Prowler that looks at what our check leaves out fails nothing: %s', (ruleId) => {
    expect(failedBy('prowler', ruleId)).toEqual([]);
  });

  it('of a setting fails no control that asks for a plan, an offer or a condition', () => {
    const everything = resultsOf(ALL, () => 'fail')
      .filter(({ status }) => status === 'fail')
      .map(nameOf);
    for (const id of ['A2.1.2', 'A2.1.3', '3.5.1.3', '3.3.2', '3.7.5', '6.2.3.1']) {
      expect(everything).not.toContain(`pci-dss ${id}`);
    }
    for (const name of ['iso27001 A.8.14', 'iso27001 A.5.14', 'nist-csf PR.IR-03'])
      expect(everything).not.toContain(name);
  });
});

describe('the second factor of the root user of an AWS account', () => {
  it('does not stand for everybody who enters from outside: PCI DSS 8.4.3', () => {
    // People who are federated have no password there: the check of users has nobody in its scope.
    const root = 'aws.iam.root-mfa-enabled';
    const users = 'aws.iam.user-mfa-enabled-console-access';
    const rules = [root, users].map((ruleId): Rule => ({ scanner: 'crosswalk', ruleId }));
    const results = resultsOf(rules, ({ ruleId }) => (ruleId === root ? 'pass' : 'not_applicable'));
    expect(passedBy(results).map(nameOf)).not.toContain('pci-dss 8.4.3');
    const signedIn = resultsOf(rules, () => 'pass');
    expect(passedBy(signedIn).map(nameOf)).toContain('pci-dss 8.4.3');
    const federated: Rule = { scanner: 'prowler', ruleId: 'iam_check_saml_providers_sts' };
    const results84 = resultsOf([...rules, federated]);
    expect(passedBy(results84).map(nameOf)).not.toContain('pci-dss 8.4.3');
    expect(results84.find((each) => nameOf(each) === 'pci-dss 8.4.3')?.withheld).toMatchObject([{ checkId: users }]);
  });
});

describe('a rule of another scanner that asks for less than our check', () => {
  const rule: Rule = {
    scanner: 'prowler',
    ruleId: 'vpc_flow_logs_enabled',
  };

  it('fails the element, and shows nothing of it with every other rule of that scanner', () => {
    expect(checkOf(rule)).toMatchObject({ canShow: false, decides: [{ elements: [3] }] });
    const failed = resultsOf([rule], () => 'fail').filter(({ status }) => status === 'fail');
    expect(failed.length).toBeGreaterThan(0);
    const prowler = IMPORTED.filter(({ scanner }) => scanner === 'prowler');
    const passed = new Set(passedBy(resultsOf(prowler)).map(nameOf));
    expect(failed.filter((each) => passed.has(nameOf(each)))).toEqual([]);
  });
});

describe('a rule of another scanner that asks for more than our check', () => {
  it('fails nothing: twelve characters are enough for the element, and the rule wants fourteen', () => {
    const rule: Rule = { scanner: 'prowler', ruleId: 'iam_password_policy_minimum_length_14' };
    expect(checkOf(rule)?.universalControls.map(({ code }) => code)).toEqual(['UCF-AUT-03']);
    expect(resultsOf([rule], () => 'fail').filter(({ status }) => status === 'fail')).toEqual([]);
  });
});

describe('a single passing finding', () => {
  it('passes only controls of which no other check decides what they ask for', () => {
    const wrong = ALL.flatMap((rule) => {
      const ran = new Set([checkOf(rule)?.id ?? '']);
      return passedBy(resultsOf([rule])).flatMap((result) =>
        objections(result, ran).map((objection) => `${rule.ruleId}, ${nameOf(result)}: ${objection}`),
      );
    });
    expect(wrong).toEqual([]);
  });
});
