import type { Example } from './example.js';
import { QUESTIONS } from './questions.js';
import { WORK_QUESTIONS } from './work-questions.js';

/** Examples in a recommended order: current user, cross-framework statuses, scan, subscription. */
export const EXAMPLES: readonly Example[] = [
  {
    title: 'Who am I',
    description: 'Your account and your organization.',
    query: `query WhoAmI {
  me {
    email
    name
    role
  }
  organization {
    name
    licenseTier
    maxUsers
    usage {
      users
      frameworks
    }
  }
}
`,
  },
  {
    title: 'Failed controls across frameworks',
    description:
      'Each failed SOC 2 control, the universal controls behind it, and what they mean in the other frameworks.',
    query: `query AcrossFrameworks {
  framework(name: "SOC 2") {
    name
    controls(status: failed) {
      controlId
      title
      mappings {
        relationship
        universalControl {
          code
          title
          mappings {
            relationship
            control {
              controlId
              status
              framework {
                name
              }
            }
          }
        }
      }
    }
  }
}
`,
  },
  ...QUESTIONS,
  ...WORK_QUESTIONS,
  {
    title: 'Mend once, gain everywhere',
    description:
      'What to repair first: each with the controls of every framework that pass by it alone, and those that it only helps.',
    query: `query MendOnce {
  remediationQueue(first: 10) {
    rank
    fault
    severity
    frameworks
    failingResources
    remediation {
      effort
      summary
    }
    passes {
      controlId
      title
      framework {
        name
      }
    }
    helps {
      controlId
      framework {
        name
      }
    }
  }
}
`,
  },
  {
    title: 'One requirement in every framework',
    description:
      'The universal controls of identity and access, how each is assessed, and what it is in the frameworks.',
    query: `query OneRequirement($domain: String!) {
  universalControls(domain: $domain) {
    code
    title
    assessment {
      status
    }
    mappings {
      framework
      relationship
      corroborations
      control {
        controlId
        title
        status
      }
    }
  }
}
`,
    variables: `{
  "domain": "IAM"
}
`,
  },
  {
    title: 'What one assessment would change',
    description: 'Finds UCF-IAM-03 compliant and shows which controls and scores would move. Nothing is written.',
    query: `query WhatWouldChange($input: PreviewAssessmentInput!) {
  previewAssessment(input: $input) {
    scores {
      scope
      framework
      previousScore
      newScore
    }
    propagatedControls {
      previousStatus
      newStatus
      control {
        controlId
        title
        framework {
          name
        }
      }
    }
  }
}
`,
    variables: `{
  "input": {
    "universalControlId": "496ba04b-a62b-53d1-a8c4-e5ec89f0b6dd",
    "status": "compliant"
  }
}
`,
  },
  {
    title: 'What if',
    description: 'What would follow from an assessment and a framework more, events included. Nothing is written.',
    query: `query WhatIf($input: WhatIfInput!) {
  whatIf(input: $input) {
    scores {
      scope
      framework
      previousScore
      newScore
      newAssuredScore
    }
    events {
      event
      count
      subscriptions
    }
    changes {
      previousStatus
      newStatus
      control {
        controlId
        title
        framework {
          name
        }
      }
    }
  }
}
`,
    variables: `{
  "input": {
    "fix": [],
    "assess": [{ "universalControl": "UCF-IAM-03", "status": "compliant" }],
    "activate": ["SOC 2"]
  }
}
`,
  },
  {
    title: 'How far one framework covers another',
    description: 'For each pair, how many controls of the second share a universal control with the first.',
    query: `query HowFarCovered {
  mappingMatrix {
    cells {
      from
      to
      coveragePercentage
      coveredControls
      totalControls
    }
  }
}
`,
  },
  {
    title: 'Where we are weak',
    description: 'The score of every framework in every domain, and what fails there.',
    query: `query WhereWeAreWeak {
  heatmap {
    domains {
      code
      name
    }
    frameworks {
      framework
      cells {
        domain
        score
        failedControls
        notAssessedControls
        totalControls
      }
    }
  }
}
`,
  },
  {
    title: 'Evidence that counts in several frameworks',
    description: 'The newest artifacts and every control that each of them is for.',
    query: `query EvidenceAcrossFrameworks {
  evidenceList(first: 20) {
    totalCount
    nodes {
      title
      type
      collectedAt
      expiresAt
      controls {
        controlId
        status
        framework {
          name
        }
      }
    }
  }
}
`,
  },
  {
    title: 'Trigger a scan',
    description: 'Scans every connected integration. Copy the id of the answer into “Live scan”.',
    query: `mutation TriggerScan {
  triggerScan(input: {}) {
    scan {
      id
      status
    }
  }
}
`,
  },
  {
    title: 'Live scan',
    description: 'Follows one scan over a WebSocket until it ends. Put the id of the scan into the variables.',
    query: `subscription LiveScan($id: ID!) {
  scanProgress(scanId: $id) {
    sequence
    status
    percent
    totalControls
    passedControls
    failedControls
  }
}
`,
    variables: `{
  "id": "00000000-0000-0000-0000-000000000000"
}
`,
  },
];
