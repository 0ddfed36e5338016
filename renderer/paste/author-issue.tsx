// The issue for the server's author, to read and to copy. Made from the shown data, so its secrets are masked.

import { useMemo } from 'react';
import { issueOfRow } from '../../shared/author-report/issue-of-row.ts';
import { unnamed } from '../../shared/features/paste/pasted.ts';
import type { RowDetail } from '../../shared/timeline.ts';
import { Fold } from '../card/parts/fold.tsx';
import { Button } from '../components/button.tsx';
import { ForeignText } from '../components/foreign-text.tsx';
import { maskText } from '../model/masks.ts';
import { useModel } from '../model/model.ts';
import { copyText } from '../model/notices.ts';
import styles from './paste.module.css';

export function AuthorIssue({ detail }: { detail: RowDetail }) {
  const model = useModel();
  const { row, failure } = detail;
  const text = useMemo(
    () =>
      issueOfRow({ ...detail, params: maskText(model, detail.params) }, row.server === unnamed ? '' : row.server, ''),
    [model, detail, row],
  );
  if (!failure) return null;
  if (text === null) return <p className={styles.noIssue}>This error needs no change in the server.</p>;
  return (
    <Fold id="issue" title="Report for the author" summary="as a Markdown issue" startsOpen>
      <Button onClick={() => void copyText(model, text, 'Report')}>Copy report</Button>
      <ForeignText className={`${styles.code} mono`} text={text} />
    </Fold>
  );
}
