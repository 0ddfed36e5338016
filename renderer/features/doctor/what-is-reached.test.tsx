// What a check of a server will start or open, before the user confirms.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../testing/mount.tsx';
import { reached } from './doctor.states.tsx';
import { WhatIsReached } from './what-is-reached.tsx';

test.each([
  ['a program', ['The check starts this, without a shell', 'acme-mcp', '--verbose']],
  ['an address', ['The check opens this address', 'https://acme.example']],
  ['loading', ['Looking up how it is reached…']],
  ['refused', ['acme was removed']],
])('%s', async (state, words) => {
  await mount(<WhatIsReached server="acme" />, { answers: { serverConfig: reached[state]! } });
  for (const each of words) await expect.element(page.getByCSS('#app')).toMatchTextContent(each);
});
