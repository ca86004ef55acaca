import { describe, expect, it } from 'vitest';
import { failingOf, isNamed, ranked } from '../../src/dashboard/app/shell/search.rules.js';

describe('the order of a search', () => {
  it('has the very title first, then what fails, then the rest as it was', () => {
    const [a, b, c, d] = [
      { controlId: 'A1', title: 'Firewalls', status: 'not_assessed' },
      { controlId: 'A2', title: 'SSH keys', status: 'failed' },
      { controlId: 'A3', title: 'SSH', status: 'passed' },
      { controlId: 'A4', title: 'Ports', status: 'passed' },
    ];
    expect(ranked([a, b, c, d], 'ssh')).toEqual([c, b, a, d]);
  });

  it('has what is named so before what other text finds, even where that fails', () => {
    const text = { controlId: 'A.8.20', title: 'Networks security', status: 'failed' };
    const title = { controlId: 'AC.1', title: 'Encrypt data on mobiles', status: 'passed' };
    expect(ranked([text, title], 'encrypt')).toEqual([title, text]);
    expect([text, title].map((each) => isNamed(each, 'encrypt'))).toEqual([false, true]);
  });

  it('finds failing checks by all words of their fault, title or id', () => {
    const ssh = { check: { id: 'aws.ec2.port-22', fault: 'SSH is open to the internet', title: 'SSH is closed' } };
    const rdp = { check: { id: 'aws.ec2.port-3389', fault: 'RDP is open to the internet', title: 'RDP is closed' } };
    expect(failingOf([ssh, rdp], 'open ssh')).toEqual([ssh]);
    expect(failingOf([ssh, rdp], 'closed')).toEqual([ssh, rdp]);
    expect(failingOf([ssh, rdp], '3389')).toEqual([rdp]);
    expect(failingOf([ssh, rdp], 'telnet')).toEqual([]);
  });
});
