// Which tests a change reaches: through any number of files, nearest first, and never through packages.

import { expect, it } from 'vitest';
import { importsIn, testsReaching } from './imports.ts';

const project = [
  ...importsIn('shared/near.test.ts', "import { a } from './a.ts';\n"),
  ...importsIn('shared/b.ts', "import {\n  type A,\n  a,\n} from './a.ts';\nexport * from 'zod';\n"),
  ...importsIn('electron/far.test.ts', "export { b } from '../shared/b.ts';\n"),
  ...importsIn('electron/other.test.ts', "import '../shared/c.ts';\n"),
  ...importsIn('electron/program/main.ts', "import '../parts/part.ts';\n"),
  ...importsIn('electron/program/main.test.ts', "import { spawn } from 'node:child_process';\n"),
];

it('finds the tests of a file through other files, nearest first', () => {
  expect(testsReaching(['shared/a.ts'], project)).toEqual(['shared/near.test.ts', 'electron/far.test.ts']);
  expect(testsReaching(['shared/c.ts'], project)).toEqual(['electron/other.test.ts']);
});

it('finds the tests of the folder of a program, which start it by its path', () => {
  expect(testsReaching(['electron/parts/part.ts'], project)).toEqual(['electron/program/main.test.ts']);
});

it('counts a changed test itself, and nothing for a file that no test loads', () => {
  expect(testsReaching(['shared/near.test.ts', 'docs/a.md'], project)).toEqual(['shared/near.test.ts']);
});
