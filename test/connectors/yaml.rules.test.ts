import { describe, expect, it } from 'vitest';
import { workflowContent } from '../../src/connectors/github/workflow.rules.js';
import { kubeletProperties } from '../../src/connectors/kubernetes/kubelet.rules.js';
import { KubeconfigError, readKubeconfig } from '../../src/connectors/kubernetes/kubeconfig.rules.js';
import { readYaml } from '../../src/connectors/yaml.rules.js';

/** A map of many keys, and a list that names it as often. */
const KEYS = Array.from({ length: 1_000 }, (_, no) => `  k${no}: 1`).join('\n');
const LIST = `[${Array.from({ length: 1_000 }, () => '*entry').join(', ')}]`;
const MANY = `entry: &entry\n  name: a\n${KEYS}\nlist: &list ${LIST}\n`;

describe('YAML of somebody else', () => {
  it('has at most 20,000 values, with every alias written out', () => {
    const list = (count: number) => `[${Array.from({ length: count }, () => '1').join(',')}]`;
    expect(readYaml(list(19_999))).toHaveLength(19_999);
    expect(() => readYaml(list(20_000))).toThrow('more than 20000 values');
    expect(() => readYaml(MANY)).toThrow('more than 20000 values');
  });

  it('is refused as a kubeconfig before its lists are copied', () => {
    const lists = ['contexts', 'clusters', 'users'].map((name) => `${name}: *list`).join('\n');
    expect(() => readKubeconfig(`${MANY}current-context: a\n${lists}\n`)).toThrow(KubeconfigError);
  });

  it('is no workflow, and no configuration of a kubelet', () => {
    const workflow = `${MANY}on: push\njobs: { build: { steps: *list } }\n`;
    expect(workflowContent(workflow)).toMatchObject({ triggers: null });
    const data = { kubelet: `${MANY}authentication: { anonymous: { enabled: true }, more: *list }\n` };
    expect(kubeletProperties({ data }, new Date())).toMatchObject({ kubelet: null });
  });
});
