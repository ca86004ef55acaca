import type { Example } from './example.js';

/** Example operations of the API explorer, each about one resource, control, domain or page. */
export const WORK_QUESTIONS: readonly Example[] = [
  {
    title: 'What one resource breaks',
    description:
      'The controls of CMMC up to level 2 that fail because of a resource, and its findings. Put its id in the terms of the scanner into the variables.',
    query: `query WhatOneResourceBreaks($resourceId: String!) {
  resources(where: { resourceId: $resourceId }) {
    nodes {
      resourceId
      verdicts {
        failing
        total
      }
      failingControls(framework: "CMMC", level: 2) {
        controlId
        title
        maturityLevel
      }
    }
  }
}
`,
    variables: `{
  "resourceId": "arn:aws:rds:eu-central-1:111122223333:db:example"
}
`,
  },
  {
    title: 'Evidence of CC6.1 over time',
    description: 'The artifacts of a control, newest first, and the changes of its status.',
    query: `query EvidenceOverTime {
  evidenceList(framework: "SOC 2", controlId: "CC6.1", first: 50) {
    totalCount
    nodes {
      title
      type
      collectedAt
      expiresAt
      sha256
      withdrawal {
        reason
      }
    }
  }
  controlByCode(framework: "SOC 2", code: "CC6.1") {
    status
    history {
      changedAt
      previousStatus
      status
    }
  }
}
`,
  },
  {
    title: 'Workpaper of a domain',
    description:
      'Every universal control of access management: what an auditor asks, the assessment in force, the evidence behind it, and what it moves.',
    query: `query Workpaper {
  universalControls(domain: "IAM") {
    code
    title
    auditQuestion
    exampleEvidence
    assessments(first: 1) {
      status
      details
      createdAt
      assessedBy {
        name
      }
      evidence {
        title
        sha256
      }
    }
    mappings(frameworks: ["SOC 2"]) {
      relationship
      control {
        controlId
        status
        latestFinding {
          summary
          resourcesTotal
        }
      }
    }
  }
}
`,
  },
  {
    title: 'A page of six blocks',
    description:
      'What a first page shows, in one request. A block that your role may not see is null, with its error beside the rest.',
    query: `query FirstPage {
  organization {
    name
  }
  scorecard {
    frameworks {
      framework
      score
      assuredScore
    }
  }
  findings(where: { status: fail }, first: 5) {
    totalCount
    nodes {
      resourceId
      severity
      check {
        title
      }
    }
  }
  scans(first: 3) {
    nodes {
      id
      status
      completedAt
    }
  }
  integrations {
    name
    status
  }
  auditLog(first: 5) {
    nodes {
      action
      at
    }
  }
}
`,
  },
];
