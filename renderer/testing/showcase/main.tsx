// Starts the page Components. Nothing is connected: what a component asks the host stays without an answer.

import '../../theme/fonts.css';
import '../../theme/tokens.css';
import '../../theme/base.css';
import { createRoot } from 'react-dom/client';
import { createModel } from '../../model/create-model.ts';
import { ModelContext } from '../../model/model.ts';
import { silentPlatform } from '../platform-fixtures.ts';
import { ComponentsPage } from './page.tsx';

createRoot(document.getElementById('app')!).render(
  <ModelContext value={createModel(silentPlatform)}>
    <ComponentsPage />
  </ModelContext>,
);
