/** Tests run on compiled output: type-checked by the build, decorators' metadata intact, no transform at run time. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/dist/test'],
  testMatch: ['**/*.test.js'],
  transform: {},
  testTimeout: 60_000,
  maxWorkers: 2,
};
