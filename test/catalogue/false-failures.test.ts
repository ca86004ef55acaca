import { describe, expect, it } from 'vitest';
import type { Scanner } from '../../src/connectors/finding.js';
import { catalogue, checkOf, nameOf, resultsOf, shipped, type Rule } from './rule-findings.js';

describe('the figures for passwords', () => {
  it.each<[Scanner, string, string]>([
    ['crosswalk', 'aws.iam.password-policy-minimum-length', '8.3.6'],
    ['crosswalk', 'aws.iam.password-policy-kinds-of-characters', '8.3.6'],
    ['crosswalk', 'aws.iam.password-policy-reuse', '8.3.7'],
  ])('are those of PCI DSS and fail no other framework: %s %s fails %s alone', (scanner, ruleId, controlId) => {
    const failed = resultsOf([{ scanner, ruleId }], () => 'fail', shipped).filter(({ status }) => status === 'fail');
    expect(failed.map(nameOf)).toEqual([`pci-dss ${controlId}`]);
  });
});

describe('an account of AWS without a trail', () => {
  it('fails what asks for records of changes and log-ins, and not PCI DSS 10.2.1.4, which asks for refused attempts', () => {
    const rule: Rule = { scanner: 'crosswalk', ruleId: 'aws.cloudtrail.multi-region-enabled' };
    const failed = resultsOf([rule], () => 'fail', shipped).filter(({ status }) => status === 'fail');
    expect(failed.map(nameOf)).toEqual(expect.arrayContaining(['pci-dss 10.2.1.2', 'pci-dss 10.2.1.6']));
    expect(failed.map(nameOf)).not.toContain('pci-dss 10.2.1.4');
  });
});

/** Words for data of which no setting of a system says whether they are there. */
const KIND_OF_DATA =
  /sensitive|confidential|classified|personal|patient|\bhealth|\bcard|\bCUI\b|\bePHI\b|\bPAN\b|\bPHI\b|\bPII\b/iu;

describe('what a requirement asks for a kind of data', () => {
  it('is decided by no check and no rule of a scanner, which do not know what is stored or sent', () => {
    const decided = [...shipped.checkById.values()].flatMap(({ id, decides }) =>
      decides.flatMap(({ universalControl, elements }) =>
        elements.map((no) => `${id}: ${universalControl.code}.${no}: ${universalControl.elements[no - 1] ?? ''}`),
      ),
    );
    expect(decided.length).toBeGreaterThan(40);
    expect(decided.filter((each) => KIND_OF_DATA.test(each))).toEqual([]);
  });

  it.each([
    ['an unencrypted volume', 'aws.ec2.ebs-volume-encryption'],
    ['an unencrypted database', 'aws.rds.instance-storage-encrypted'],
    ['a bucket without default encryption', 'aws.s3.bucket-default-encryption'],
    ['a bucket that takes plain HTTP', 'aws.s3.bucket-secure-transport-policy'],
    ['a public listener for plain HTTP', 'aws.elbv2.ssl-listeners'],
    ['a distribution that offers old TLS', 'aws.cloudfront.distributions-minimum-tls'],
    ['a public database without TLS', 'aws.rds.public-instance-requires-tls'],
    ['a server of PostgreSQL without TLS', 'postgresql.server.tls-enabled'],
  ])('is not failed by %s, which stays a finding that supports: %s', (_, ruleId) => {
    const rule: Rule = { scanner: 'crosswalk', ruleId };
    expect(resultsOf([rule], () => 'fail', shipped).filter(({ status }) => status === 'fail')).toEqual([]);
    expect(checkOf(rule)?.controls.length).toBeGreaterThan(0);
  });

  it.each([['aws.ec2.ebs-public-snapshot'], ['aws.rds.snapshots-public-access']])(
    'is apart from who may read it: a snapshot open to everybody fails what asks for closed storage: %s',
    (ruleId) => {
      const failed = resultsOf([{ scanner: 'crosswalk', ruleId }], () => 'fail', shipped).filter(
        ({ status }) => status === 'fail',
      );
      expect(failed.map(nameOf).toSorted()).toEqual([
        'hipaa 164.312(a)(1)',
        'iso27001 A.8.3',
        'nist-csf PR.AA-05',
        'soc2 CC6.1',
      ]);
    },
  );
});

describe('an endpoint of EKS that is open to everybody', () => {
  it.each<[Scanner, string]>([
    ['crosswalk', 'aws.eks.cluster-not-publicly-accessible'],
    ['prowler', 'eks_cluster_not_publicly_accessible'],
    ['security-hub', 'EKS.1'],
  ])(
    'supports boundary protection and fails nothing, as AWS asks every caller who they are: %s %s',
    (scanner, ruleId) => {
      const rule: Rule = { scanner, ruleId };
      expect(resultsOf([rule], () => 'fail', shipped).filter(({ status }) => status === 'fail')).toEqual([]);
      expect(checkOf(rule)?.universalControls.map(({ code }) => code)).toEqual(['UCF-NET-01']);
    },
  );
});

describe('a rule of another scanner that fails where the check it resembles passes', () => {
  const cis = (id: string) => `cis-aws-foundations-benchmark/v/${id}`;

  it.each([
    ['CloudTrail.1', 'aws.cloudtrail.multi-region-enabled'],
    [cis('1.2.0/2.1'), 'aws.cloudtrail.multi-region-enabled'],
    [cis('1.4.0/3.1'), 'aws.cloudtrail.multi-region-enabled'],
    [cis('3.0.0/3.1'), 'aws.cloudtrail.multi-region-enabled'],
    [cis('5.0.0/3.1'), 'aws.cloudtrail.multi-region-enabled'],
    ['RDS.2', 'aws.rds.instance-no-public-access'],
    [cis('3.0.0/2.3.3'), 'aws.rds.instance-no-public-access'],
    [cis('5.0.0/2.2.3'), 'aws.rds.instance-no-public-access'],
    ['ELB.1', 'aws.elbv2.ssl-listeners'],
    ['ELB.17', 'aws.elbv2.insecure-ssl-ciphers'],
    ['EC2.13', 'aws.ec2.securitygroup-allow-ingress-from-internet-to-tcp-port-22'],
    [cis('1.2.0/4.1'), 'aws.ec2.securitygroup-allow-ingress-from-internet-to-tcp-port-22'],
    ['EC2.14', 'aws.ec2.securitygroup-allow-ingress-from-internet-to-tcp-port-3389'],
    [cis('1.2.0/4.2'), 'aws.ec2.securitygroup-allow-ingress-from-internet-to-tcp-port-3389'],
    ['EC2.19', 'aws.ec2.securitygroup-allow-ingress-from-internet-to-high-risk-tcp-ports'],
    ['EC2.6', 'aws.vpc.flow-logs-enabled'],
    [cis('1.2.0/2.9'), 'aws.vpc.flow-logs-enabled'],
    [cis('1.4.0/3.9'), 'aws.vpc.flow-logs-enabled'],
    [cis('3.0.0/3.7'), 'aws.vpc.flow-logs-enabled'],
    [cis('5.0.0/3.7'), 'aws.vpc.flow-logs-enabled'],
  ])('%s fails nothing, and leads where %s does, with its words and remediation', (ruleId, like) => {
    const rule: Rule = { scanner: 'security-hub', ruleId };
    const check = catalogue.checkById.get(like);
    expect(resultsOf([rule], () => 'fail').filter(({ status }) => status === 'fail')).toEqual([]);
    expect(checkOf(rule)).toMatchObject({ title: check?.title, remediation: check?.remediation, decides: [] });
    expect(new Set(checkOf(rule)?.controls)).toEqual(new Set(check?.controls));
  });

  it('of Prowler fails nothing where it looks at internal load balancers, too', () => {
    const rule: Rule = { scanner: 'prowler', ruleId: 'elbv2_ssl_listeners' };
    expect(resultsOf([rule], () => 'fail').filter(({ status }) => status === 'fail')).toEqual([]);
    expect(checkOf(rule)?.universalControls.map(({ code }) => code)).toEqual(['UCF-CRY-03']);
  });

  it.each([
    ['prowler', 'cloudfront_distributions_https_enabled', 'aws.cloudfront.distributions-https-enabled'],
    ['prowler', 'ecr_repositories_tag_immutability', 'aws.ecr.repositories-tag-immutability'],
    ['security-hub', 'CloudFront.3', 'aws.cloudfront.distributions-https-enabled'],
    ['security-hub', 'CloudFront.9', 'aws.cloudfront.distributions-origin-traffic-encrypted'],
    ['security-hub', 'ECR.2', 'aws.ecr.repositories-tag-immutability'],
  ] as const)('of %s fails nothing where it looks at what is off or a cache: %s', (scanner, ruleId, like) => {
    const rule: Rule = { scanner, ruleId };
    expect(resultsOf([rule], () => 'fail').filter(({ status }) => status === 'fail')).toEqual([]);
    expect(checkOf(rule)?.remediation).toEqual(catalogue.checkById.get(like)?.remediation);
  });

  it.each([
    ['tcp_port_22', 'tcp-port-22'],
    ['tcp_port_3389', 'tcp-port-3389'],
    ['all_ports', 'all-ports'],
    ['high_risk_tcp_ports', 'high-risk-tcp-ports'],
  ])('of Prowler that looks at groups without a public address fails nothing: %s', (name, like) => {
    const rule: Rule = {
      scanner: 'prowler',
      ruleId: `ec2_securitygroup_allow_ingress_from_internet_to_${name}`,
    };
    const check = catalogue.checkById.get(`aws.ec2.securitygroup-allow-ingress-from-internet-to-${like}`);
    expect(resultsOf([rule], () => 'fail').filter(({ status }) => status === 'fail')).toEqual([]);
    expect(checkOf(rule)?.remediation).toEqual(check?.remediation);
  });

  it('is one check with the others that resemble the same one, found by its own id', () => {
    const [one, other] = ['RDS.2', cis('5.0.0/2.2.3')].map((ruleId) => checkOf({ scanner: 'security-hub', ruleId }));
    expect(one).toBe(other);
    expect(checkOf({ scanner: 'crosswalk', ruleId: one?.id ?? '' })).toBe(one);
    expect(one?.id).not.toBe('aws.rds.instance-no-public-access');
  });
});
