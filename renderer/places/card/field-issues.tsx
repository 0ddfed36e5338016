// What is wrong with which argument, beside the value that was sent.

import type { FieldIssue } from '../../../shared/failure.ts';
import { Pill } from '../../components/pill.tsx';
import { Section } from '../../components/section.tsx';
import { ValueMenu } from '../../components/value-menu.tsx';
import { visibleLine } from '../../text/visible-text.ts';
import { shortValue } from '../../text/wording.ts';
import { sentValue } from './argument-path.ts';
import styles from './explained.module.css';

export function FieldIssues({ issues, params }: { issues: readonly FieldIssue[]; params: string }) {
  return (
    <Section title="Arguments to change">
      {issues.map((issue) => {
        const sent = sentValue(params, issue.path);
        return (
          <div key={issue.path + issue.message} className={styles.issue} data-value="">
            <div className={styles.issueHead}>
              <b className="mono">
                <bdi>{visibleLine(issue.path.replace(/^\//, '').replaceAll('/', '.')) || 'all arguments'}</bdi>
              </b>
              <span className="mono">
                {sent === undefined ? (
                  'not sent'
                ) : (
                  <>
                    sent <bdi>{shortValue(sent, 80)}</bdi>
                  </>
                )}
              </span>
              {issue.code && <Pill tone="outline">{visibleLine(issue.code)}</Pill>}
              <ValueMenu
                inline
                name={issue.path || 'all arguments'}
                path={`params.arguments${issue.path.replaceAll('/', '.')}`}
                value={sent === undefined ? JSON.stringify(issue.message) : JSON.stringify(sent)}
              />
            </div>
            <p>
              <bdi>{visibleLine(issue.message)}</bdi>
            </p>
          </div>
        );
      })}
    </Section>
  );
}
