import { useGraphiQL, useGraphiQLActions, type GraphiQLPlugin } from '@graphiql/react';
import type { Example } from './example';
import { EXAMPLES } from './examples';

/** Pane of GraphiQL with examples, beside documentation and history. */
export const EXAMPLES_PLUGIN: GraphiQLPlugin = { title: 'Examples', icon: ExamplesIcon, content: ExamplesPane };

function ExamplesPane() {
  const actions = useGraphiQLActions();
  const { tabs, queryEditor, variableEditor } = useGraphiQL(({ tabs, queryEditor, variableEditor }) => ({
    tabs,
    queryEditor,
    variableEditor,
  }));

  function open(example: Example) {
    const openTab = tabs.findIndex((tab) => tab.query === example.query);
    if (openTab >= 0) {
      actions.changeTab(openTab);
      return;
    }
    actions.addTab();
    queryEditor?.setValue(example.query);
    variableEditor?.setValue(example.variables ?? '');
  }

  return (
    <section aria-label="Examples" className="examples">
      <h2>Examples</h2>
      <p>Each opens in a tab of its own. Run it with Ctrl Enter.</p>
      <ul>
        {EXAMPLES.map((example) => (
          <li key={example.title}>
            {/* Before the editors are there, a tab would open without the example. */}
            <button type="button" disabled={!queryEditor || !variableEditor} onClick={() => open(example)}>
              <strong>{example.title}</strong>
              <span>{example.description}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ExamplesIcon() {
  return (
    <svg
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M3 5h.01M3 10h.01M3 15h.01M7 5h10M7 10h10M7 15h10" />
    </svg>
  );
}
