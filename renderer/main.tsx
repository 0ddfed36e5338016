// Starts the window: styles, theme, platform, model, and then React.

import './theme/fonts.css';
import './theme/tokens.css';
import './theme/base.css';
import { createRoot } from 'react-dom/client';
import { features } from './features/features.ts';
import { createModel, startModel } from './model/create-model.ts';
import { followAddress } from './model/follow-address.ts';
import { ModelContext } from './model/model.ts';
import { applyLooks, type Preferences, preferencesOf } from './model/preferences.ts';
import { connectDesktop } from './platform/desktop.ts';
import { publishNonce, readNonce } from './platform/nonce.ts';
import { connectWeb } from './platform/web.ts';
import { obtainKey } from './platform/web-key.ts';
import { App } from './shell/app.tsx';

publishNonce(readNonce(document));
const model = createModel(
  window.misfireDesktop ? connectDesktop(window.misfireDesktop) : connectWeb(window.location, await obtainKey(window)),
  features,
);
const preferences = preferencesOf(model);
applyLooks(document.documentElement, preferences.getState());
const looksOf = ({ theme, times }: Preferences) => ({ theme, times });
model.platform.setLooks(looksOf(preferences.getState()));
preferences.subscribe((now, before) => {
  applyLooks(document.documentElement, now);
  if (now.theme !== before.theme || now.times !== before.times) model.platform.setLooks(looksOf(now));
});
followAddress(model, window);
startModel(model);

createRoot(document.getElementById('app')!).render(
  <ModelContext value={model}>
    <App />
  </ModelContext>,
);
