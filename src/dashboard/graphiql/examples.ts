/** A query that a newcomer can open and run. */
export interface Example {
  title: string;
  description: string;
  /** Named, because the name becomes the title of its tab. */
  query: string;
  /** JSON. @default '' */
  variables?: string;
}

/** In the order in which they tell the story: who am I, what is there, look, scan, watch. */
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
    title: 'Frameworks',
    description: 'The frameworks that are active for your organization.',
    query: `query Frameworks {
  frameworks {
    id
    name
    version
    totalControls
    description
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
  {
    title: 'Recent scans',
    description: 'The ten newest scans and how they ended.',
    query: `query RecentScans {
  scans(first: 10) {
    totalCount
    nodes {
      id
      status
      createdAt
      completedAt
      totalControls
      passedControls
      failedControls
    }
  }
}
`,
  },
];
