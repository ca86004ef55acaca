import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyColorScheme } from '../session/color-scheme';
import { Page } from './page';
// After the components, so that page.css wins over Swagger UI's own style sheet.
import './page.css';

applyColorScheme();

const root = document.getElementById('page');
if (!root) throw new Error('index.html has no element #page');
createRoot(root).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
