import type { Example } from './example.js';

/** Questions across frameworks and over time, each in one operation. */
export const QUESTIONS: readonly Example[] = [
  {
    title: 'What changed last week, and why',
    description: 'Changes of statuses, newest first, each with its cause. Put the first day into the variables.',
    query: `query WhatChanged($from: DateTimeISO!) {
  statusChanges(from: $from, first: 50) {
    totalCount
    nodes {
      changedAt
      cause
      reason
      previousStatus
      status
      control {
        controlId
        framework {
          name
        }
      }
      changedBy {
        name
      }
      scanJobId
      assessment {
        status
        details
      }
    }
  }
}
`,
    variables: `{
  "from": "2026-01-01T00:00:00Z"
}
`,
  },
  {
    title: 'From SOC 2 to ISO 27001',
    description: 'How far what SOC 2 asks for covers each control of ISO 27001, and over which universal controls.',
    query: `query FromSoc2ToIso27001 {
  gap(from: "SOC 2", to: "ISO 27001") {
    totalControls
    fullControls
    partControls
    noneControls
    controls {
      cover
      control {
        controlId
        title
        status
      }
      universalControls {
        code
        title
      }
    }
  }
}
`,
  },
  {
    title: 'Shared by HIPAA and PCI DSS',
    description: 'The universal controls that both frameworks map to: work on one of these counts twice.',
    query: `query SharedControls {
  universalControls(covers: ["HIPAA", "PCI DSS"]) {
    code
    title
    assessment {
      status
    }
    mappings(frameworks: ["HIPAA", "PCI DSS"]) {
      framework
      relationship
      control {
        controlId
        status
      }
    }
  }
}
`,
  },
  {
    title: 'HIPAA without evidence',
    description: 'The controls of HIPAA for which nothing is on file, and what would prove each.',
    query: `query HipaaWithoutEvidence {
  controls(framework: "HIPAA", hasEvidence: false) {
    controlId
    title
    category
    status
    exampleEvidence
  }
}
`,
  },
  {
    title: 'Every failed control, and what it moves',
    description: 'Failed controls of all frameworks, with the universal controls behind them and their other controls.',
    query: `query FailedEverywhere {
  controls(statuses: [failed]) {
    controlId
    title
    framework {
      name
    }
    mappings {
      relationship
      universalControl {
        code
        mappings {
          framework
        }
      }
    }
  }
}
`,
  },
  {
    title: 'Posture on a date',
    description: 'Statuses and scores as they were then. Put the moment into the variables.',
    query: `query PostureOnADate($then: DateTimeISO!) {
  scorecard(asOf: $then) {
    frameworks {
      framework
      score
      assuredScore
    }
  }
  controls(framework: "SOC 2", asOf: $then) {
    controlId
    title
    status
    assurance {
      level
    }
  }
}
`,
    variables: `{
  "then": "2026-01-01T00:00:00Z"
}
`,
  },
  {
    title: 'Between two dates',
    description:
      'What differs between two moments, each with the cause of its last change. Put both into the variables.',
    query: `query BetweenTwoDates($from: DateTimeISO!, $to: DateTimeISO!) {
  compare(from: $from, to: $to) {
    scores {
      framework
      previousScore
      newScore
    }
    changes {
      previousStatus
      status
      cause
      changedAt
      control {
        controlId
        framework {
          name
        }
      }
    }
  }
}
`,
    variables: `{
  "from": "2026-01-01T00:00:00Z",
  "to": "2026-02-01T00:00:00Z"
}
`,
  },
  {
    title: 'What fails, and where',
    description: 'The worst findings with their resources, and the controls that they hold.',
    query: `query WhatFails {
  findings(where: { status: fail, severity: [critical, high] }, first: 10) {
    totalCount
    nodes {
      resourceId
      check {
        id
        title
      }
      severity
      ageDays
      controls {
        controlId
        framework {
          name
        }
        status
      }
    }
  }
}`,
  },
];
