// Playwright's results as short-report.ts prints them.

import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { projectRoot } from '../build-stamp.ts';
import { ShortReport } from './short-report.ts';

export default class StoryReport implements Reporter {
  readonly #report = new ShortReport('Stories', 'stories');
  readonly #outside: string[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#report.expect(suite.allTests().length);
  }

  onTestEnd(test: TestCase, { status, errors, attachments }: TestResult): void {
    const isFailed = status !== 'passed' && status !== 'skipped';
    const pictures = attachments.flatMap(({ path }) => (path ? [`See ${relative(projectRoot, path)}`] : []));
    this.#report.add({
      file: relative(projectRoot, test.location.file),
      passed: status === 'passed' ? 1 : 0,
      failed: isFailed ? 1 : 0,
      skipped: status === 'skipped' ? 1 : 0,
      problems: isFailed ? [[test.title, ...errors.map(errorText), ...pictures].join('\n')] : [],
    });
  }

  onError(error: TestError): void {
    this.#outside.push(errorText(error));
  }

  onEnd(): void {
    this.#report.end(this.#outside);
  }

  /** Otherwise Playwright adds a reporter that prints every story. */
  printsToStdio(): boolean {
    return true;
  }
}

const errorText = ({ message, value, snippet }: TestError): string =>
  [message ?? value ?? 'unknown error', snippet].filter(Boolean).join('\n');
