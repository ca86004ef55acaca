/** Tests run on compiled output: type-checked by the build, decorators' metadata intact, no transform at run time. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/dist/test'],
  testMatch: ['**/*.test.js'],
  transform: {},
  testTimeout: 60_000,
  maxWorkers: 2,
  // A worker keeps the modules of every file that it has run: after some hundred it would run out of memory.
  workerIdleMemoryLimit: '1GB',
  // Agenda leaves a timer of half a lock's life behind every job; nothing else is open at the end.
  forceExit: true,
  globalSetup: '<rootDir>/dist/test/support/global-setup.js',
  globalTeardown: '<rootDir>/dist/test/support/global-teardown.js',
};
