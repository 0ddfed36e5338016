import { describe, expect, it } from 'vitest';
import { missingScript } from './missing-script.ts';

describe('a missing script', () => {
  it.each([
    ['Node', "Error: Cannot find module '/srv/app.js'", '/srv/app.js'],
    [
      'Node, as a module',
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/srv/app.mjs' imported from /srv/",
      '/srv/app.mjs',
    ],
    ['Python', "python3: can't open file '/srv/app.py': [Errno 2] No such file or directory", '/srv/app.py'],
    ['sh', 'sh: 0: cannot open app.sh: No such file', 'app.sh'],
    ['bash', 'bash: app.sh: No such file or directory', 'app.sh'],
    ['Bun', 'error: Module not found "app.ts"', 'app.ts'],
  ])('is named in the message of %s', (_, line, path) => expect(missingScript([line])).toBe(path));

  it('is not a module that a script of the server imports', () => {
    expect(missingScript(["Error: Cannot find module '/srv/lib.mjs' imported from /srv/app.mjs"])).toBeNull();
  });
});
