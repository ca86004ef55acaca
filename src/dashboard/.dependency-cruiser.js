import { join } from 'node:path';

/** Imports run main → router → pages → parts → api, and never from one page to another or to the server. */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'dashboard-imports-no-server-code',
      severity: 'error',
      from: { path: '^src/dashboard/' },
      // Languages, and names that documents of the service have too.
      to: { path: '^(src|test|schema)/', pathNot: '^src/(dashboard/|messages/((en|de)/terms|language)\\.ts$)' },
    },
    {
      name: 'bundles-share-only-the-session',
      severity: 'error',
      from: { path: '^src/dashboard/(app|docs|graphiql|session)/' },
      to: { path: '^src/dashboard/', pathNot: '^src/dashboard/($1|session)/' },
    },
    {
      name: 'pages-import-no-other-page',
      severity: 'error',
      from: { path: '^src/dashboard/app/pages/([^/]+)/' },
      to: { path: '^src/dashboard/app/(pages|router|main)', pathNot: '^src/dashboard/app/pages/$1/' },
    },
    {
      name: 'pages-are-imported-by-the-router-alone',
      severity: 'error',
      from: { path: '^src/dashboard/app/', pathNot: '^src/dashboard/app/(pages/|router(-outside)?\\.tsx?$)' },
      to: { path: '^src/dashboard/app/pages/' },
    },
    {
      name: 'parts-import-no-shell',
      severity: 'error',
      from: { path: '^src/dashboard/app/parts/' },
      to: { path: '^src/dashboard/app/(shell|live)/' },
    },
    {
      name: 'api-imports-no-view',
      severity: 'error',
      from: { path: '^src/dashboard/app/api/' },
      to: { path: '^src/dashboard/app/(parts|shell|live)/' },
    },
    {
      // All icons are one module: whoever imports one has all that the navigation has, 10 kB.
      name: 'icons-are-loaded-by-the-navigation-alone',
      severity: 'error',
      from: { path: '^src/dashboard/', pathNot: '^src/dashboard/app/shell/rail-icon\\.tsx$' },
      to: { path: '^node_modules/@radix-ui/react-icons/' },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '\\.rules\\.ts$' },
      to: {
        path: ['\\.tsx$', '^node_modules/(react|@mantine|@apollo|@tanstack)', '^node:'],
        dependencyTypesNot: ['type-only'],
      },
    },
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
    tsPreCompilationDeps: 'specify',
    // Absolute: the file's own `include` would otherwise be looked up below the working directory.
    tsConfig: { fileName: join(import.meta.dirname, 'tsconfig.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
      mainFields: ['main', 'types', 'typings'],
      extensions: ['.ts', '.tsx', '.js', '.json', '.css', '.d.ts'],
    },
  },
};
