import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setUpMonacoWorkers } from './monaco-workers';
import { applyColorScheme } from '../session/color-scheme';
import { Page } from './page';
// After the components, so that page.css wins over GraphiQL's own style sheet.
import './page.css';

setUpMonacoWorkers();

applyColorScheme();

const root = document.getElementById('page');
if (!root) throw new Error('index.html has no element #page');
createRoot(root).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
