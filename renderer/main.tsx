// Starts the window: styles, theme, platform, state, and then React.

import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './theme/tokens.css';
import './theme/base.css';
import { createRoot } from 'react-dom/client';
import { startDetail } from './model/detail.ts';
import { followPlace } from './model/follow-address.ts';
import { startSession } from './model/keep-in-step.ts';
import { copyThrough } from './model/notices.ts';
import { applyTheme, usePreferences } from './model/preferences.ts';
import { watchWork } from './model/work.ts';
import { PlatformContext } from './platform/context.ts';
import { connectDesktop } from './platform/desktop.ts';
import { publishNonce, readNonce } from './platform/nonce.ts';
import { connectWeb } from './platform/web.ts';
import { App } from './shell/app.tsx';

publishNonce(readNonce(document));
applyTheme(document.documentElement, usePreferences.getState().theme);
usePreferences.subscribe(({ theme }) => applyTheme(document.documentElement, theme));

const platform = watchWork(window.misfireDesktop ? connectDesktop(window.misfireDesktop) : connectWeb(window.location));
copyThrough(platform);
platform.setTheme(usePreferences.getState().theme);
usePreferences.subscribe(({ theme }, before) => {
  if (theme !== before.theme) platform.setTheme(theme);
});
followPlace(window, platform);
startDetail(platform);
startSession(platform);

createRoot(document.getElementById('app')!).render(
  <PlatformContext value={platform}>
    <App />
  </PlatformContext>,
);
