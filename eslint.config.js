import playwright from 'eslint-plugin-playwright';
import reactHooks from 'eslint-plugin-react-hooks';
import redos from 'eslint-plugin-redos';
import tseslint from 'typescript-eslint';

/** Statements are named or built by Kysely, so that tests see their texts and types. */
const NAMED = [
  {
    selector: 'TaggedTemplateExpression[tag.name="sql"], CallExpression[callee.object.name="sql"]',
    message: 'Name the statement in a *.sql.ts file by `statement({ … })`, or write it by `query(em)`.',
  },
  {
    selector: 'CallExpression[callee.property.name="query"][typeArguments]',
    message: 'No one checks this type: name the statement in a *.sql.ts file.',
  },
  { selector: 'CallExpression[callee.name="statement"]', message: 'Statements are exported by *.sql.ts files.' },
];
/** Texts that nothing is put into can be named; rows of others are parsed. */
const FIXED_TEXT = '/^\\s*(select (?!1$)|insert|update|delete|with)/i';
const FIXED = [
  {
    selector: `CallExpression[callee.property.name="query"] > Literal[value=${FIXED_TEXT}].arguments, CallExpression[callee.property.name="query"] > TemplateLiteral[expressions.length=0].arguments > TemplateElement[value.raw=${FIXED_TEXT}]`,
    message: 'Name the statement in a *.sql.ts file by `statement({ … })`.',
  },
  {
    selector: 'TSAsExpression > MemberExpression[property.name="rows"]',
    message: 'No one checks this type: parse the rows, or name the statement in a *.sql.ts file.',
  },
];
const CLIENT = [
  {
    selector:
      'CallExpression[callee.property.name="query"]:matches([callee.object.name="client"], [callee.object.property.name="client"])',
    message: 'Write a named statement (platform/database/statement.ts) or use query(em).',
  },
];
/** What begins transactions of its own, reads whole tables, or asks somebody else's database. */
const OF_ITS_OWN = [
  'src/platform/{backup,pubsub}/**',
  'src/modules/offboarding/tenant-{deletion,export}.ts',
  'src/modules/audit/chain.read.ts',
  'src/cli/backup.ts',
  'src/connectors/postgresql/bounded-query.ts',
];

/**
 * Strict and stylistic rules that need no types; those that do are in `.oxlintrc.json` (ADR 0043). No rule rewrites imports: a class
 * imported as a type breaks the schema at start.
 */
export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.data/', 'coverage/', '**/*.gql.ts', 'schema/tables.ts'] },
  ...tseslint.configs.strict,
  ...tseslint.configs.stylistic,
  {
    rules: {
      // Resolvers and types are classes by TypeGraphQL's design.
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 300, skipBlankLines: false }],
    },
  },
  // Every statement has a name, a declared row and a place where it is found; `query(em)` needs no text. A later list of restrictions
  // replaces an earlier one.
  {
    files: ['src/**/*.ts'],
    ignores: ['src/**/*.sql.ts', 'src/platform/database/**', 'src/dashboard/**'],
    rules: { 'no-restricted-syntax': ['error', ...NAMED, ...FIXED, ...CLIENT] },
  },
  { files: OF_ITS_OWN, ignores: ['**/*.sql.ts'], rules: { 'no-restricted-syntax': ['error', ...NAMED, ...FIXED] } },
  {
    // Positions are asked for over the pools of two servers; how far a fill has come is in a table that is there while it runs.
    files: ['src/platform/database/**/*.ts'],
    ignores: ['**/*.sql.ts', 'src/platform/database/{replica-position,online-migrations}.ts'],
    rules: { 'no-restricted-syntax': ['error', ...FIXED] },
  },
  {
    // The test of all statements finds those that are exported, and compares what they declare.
    files: ['src/**/*.sql.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':not(ExportNamedDeclaration > VariableDeclaration > VariableDeclarator) > CallExpression[callee.name="statement"]',
          message: 'Export the statement as a constant: the test of all statements reads the exports.',
        },
        {
          selector: 'TaggedTemplateExpression[tag.name="sql"][typeArguments]',
          message: 'No one checks this type: declare the row in `statement({ row })`.',
        },
      ],
    },
  },
  {
    // The time of a regular expression grows with its text, not with the square of it: somebody else may have written the text.
    files: ['src/**/*.ts'],
    ignores: ['src/dashboard/**', 'src/build/**'],
    plugins: { redos },
    rules: {
      'redos/no-vulnerable': [
        'error',
        { timeout: 20_000, cache: { location: '.redos-cache.json', strategy: 'aggressive' } },
      ],
    },
  },
  { files: ['src/dashboard/**/*.{ts,tsx}'], ...reactHooks.configs.flat.recommended },
  {
    // One list that cannot be read would make a change that was done look refused.
    files: ['src/dashboard/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'Property[key.name="awaitRefetchQueries"]',
          message: 'Notify when it is done; `refetchQueries` brings the rest.',
        },
        {
          selector: 'JSXOpeningElement[name.name="form"]:not(:has(JSXAttribute[name.name="noValidate"]))',
          message: 'Use `Form` of parts/form.tsx: browsers say what is missing in bubbles of their own.',
        },
        {
          selector: 'CallExpression[callee.property.name=/^(alert|confirm|prompt)$/][callee.object.name="window"]',
          message: 'Use ConfirmationDialog of parts/confirmed-action.tsx, or UnsavedGuard where a page is left.',
        },
        {
          selector:
            'JSXOpeningElement[name.name=/^(Modal|Drawer)$/]:not(:has(JSXAttribute[name.name="closeOnEscape"]))',
          message:
            'Use Dialog of parts/dialog.tsx or SidePanel of parts/side-panel.tsx: of several that are open Escape would close all.',
        },
      ],
    },
  },
  {
    // Decorated fields are filled by TypeGraphQL.
    files: ['src/**/*.type.ts', 'src/platform/api/connection.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    // A migration is one document; a test file may be one long story.
    files: ['test/**/*.ts', 'schema/migrations/*.ts'],
    rules: { 'max-lines': ['error', { max: 350, skipBlankLines: false }] },
  },
  {
    // What a page shows is waited for, never looked at once.
    files: ['test/browser/**/*.ts'],
    plugins: { playwright },
    rules: {
      'playwright/missing-playwright-await': 'error',
      'playwright/no-wait-for-timeout': 'error',
      'playwright/prefer-to-have-count': 'error',
      'playwright/prefer-web-first-assertions': 'error',
    },
  },
);
