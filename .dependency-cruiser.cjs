/** Imports run transports → graphql → modules → platform; src/app wires them; transports of a feature are private to it. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'features-do-not-import-each-other',
      comment:
        'Imports between features run one way, those of types too: move what both need, or make it a feature of its own.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/modules/[^/]+$' },
      to: { circular: true, path: '^src/modules/[^/]+$' },
    },
    {
      name: 'context-knows-no-feature',
      severity: 'error',
      from: { path: '^src/(context\\.ts$|access/|feature/)' },
      to: { path: '^src/(modules|connectors|graphql|http|app|cli|demo)/' },
    },
    {
      name: 'yaml-of-others-is-bounded',
      comment:
        'Aliases make a small text large: read what others wrote by src/connectors/yaml.rules.ts. The rest is content of ours.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/(connectors/(yaml\\.rules|demo/snapshot-load)|modules/catalogue/content-load)\\.ts$',
      },
      to: { path: 'node_modules/js-yaml' },
    },
    {
      name: 'platform-knows-no-compliance',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^src/', pathNot: '^src/platform/' },
    },
    {
      name: 'modules-know-no-transports',
      severity: 'error',
      from: { path: '^src/(modules|connectors)/' },
      to: { path: '^src/(http|graphql|app|main|cli|dashboard)(/|\\.ts)' },
    },
    {
      name: 'graphql-knows-no-http',
      severity: 'error',
      from: { path: '^src/graphql/' },
      to: { path: '^src/(http|app|main|cli|dashboard)(/|\\.ts)' },
    },
    {
      name: 'connectors-know-no-modules',
      severity: 'error',
      from: { path: '^src/connectors/' },
      to: { path: '^src/modules/' },
    },
    {
      name: 'transports-of-a-feature-are-private',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: '^src/modules/[^/]+/.+\\.(resolver|rest|jobs)\\.ts$', pathNot: '^src/modules/$1/' },
    },
    {
      name: 'indexes-are-read-by-app-alone',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/app/' },
      to: { path: '^src/modules/[^/]+/index\\.ts$' },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '\\.rules\\.ts$' },
      to: {
        path: [
          '^src/platform/(database|jobs|pubsub|storage)',
          '^node:(fs|net|http|child_process)',
          '\\.(service|read|loader)\\.ts$',
        ],
      },
    },
    {
      name: 'config-alone-reads-settings',
      severity: 'error',
      from: { path: '^src/(modules|graphql|http|connectors|platform)/' },
      to: { path: '^src/config/' },
    },
    { name: 'source-knows-no-tests', severity: 'error', from: { path: '^src/' }, to: { path: '^test/' } },
    {
      name: 'dependencies-are-declared-in-this-package',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|src/dashboard)/' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
