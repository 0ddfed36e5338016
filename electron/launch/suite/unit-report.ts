// Vitest's results as short-report.ts prints them.

import { relative } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule, TestSpecification } from 'vitest/node';
import { projectRoot } from '../build-stamp.ts';
import { type FileResult, ShortReport } from './short-report.ts';

export default class UnitReport implements Reporter {
  #report = new ShortReport('Unit tests', 'files');

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    const areComponents = specifications.every(({ project }) => project.name.startsWith('components'));
    if (areComponents && specifications.length > 0) this.#report = new ShortReport('Component tests', 'files');
    this.#report.expect(specifications.length);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#report.add(resultOf(module));
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    this.#report.end(errors.map(errorText));
  }
}

function resultOf(module: TestModule): FileResult {
  const result: FileResult = {
    file: relative(projectRoot, module.moduleId),
    passed: 0,
    failed: 0,
    skipped: 0,
    problems: module.errors().map(errorText),
  };
  // A file that cannot be loaded has no tests that could fail.
  result.failed = result.problems.length;
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result();
    if (state === 'failed') result.problems.push(`${test.fullName}\n${(errors ?? []).map(errorText).join('\n')}`);
    result[state === 'pending' ? 'skipped' : state] += 1;
  }
  return result;
}

function errorText({ message, stack, diff }: SerializedError): string {
  const at = stack?.split('\n').find((line) => line.includes(projectRoot) && !line.includes('node_modules'));
  return [message, diff, at?.trim()].filter(Boolean).join('\n');
}
