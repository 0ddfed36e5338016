// Starts the page for pasted errors: one file that loads nothing and sends nothing. Built into dist/page by electron/launch/build.ts.

import '../theme/tokens.css';
import '../theme/base.css';
import { createRoot } from 'react-dom/client';
import { connectionOf } from '../model/connection.ts';
import { type Model, ModelContext } from '../model/model.ts';
import { applyLooks, keepPreferences, preferencesOf } from '../model/preferences.ts';
import { noHost, pastedRecording } from './no-host.ts';
import { PastePage } from './paste-page.tsx';

const model: Model = { platform: noHost, parts: new Map() };
const preferences = preferencesOf(model);
// System fonts, because the file must stay small. The relevant sections are open.
preferences.setState(({ sections }) => ({
  textFont: 'system',
  codeFont: 'system',
  sections: { retry: true, models: true, ...sections },
}));
applyLooks(document.documentElement, preferences.getState());
preferences.subscribe((now) => applyLooks(document.documentElement, now));
keepPreferences(model);
connectionOf(model).setState({ status: 'connected', recording: pastedRecording });

createRoot(document.getElementById('app')!).render(
  <ModelContext value={model}>
    <PastePage />
  </ModelContext>,
);
