import type {} from 'monaco-editor';
import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker.js?worker';
import JsonWorker from 'monaco-editor/esm/vs/language/json/json.worker.js?worker';
import GraphQLWorker from 'monaco-graphql/esm/graphql.worker.js?worker';

/**
 * Configures Monaco's workers as files of this build. Not `graphiql/setup-workers/vite`: Vite's development server
 * cannot pre-bundle it (graphql/graphiql#4473), and it logs to the console.
 */
export function setUpMonacoWorkers(): void {
  window.MonacoEnvironment = {
    getWorker(_workerId, label) {
      switch (label) {
        case 'graphql':
          return new GraphQLWorker();
        case 'json':
          return new JsonWorker();
        default:
          return new EditorWorker();
      }
    },
  };
}
