// A path, URL or name without spaces that breaks after its separators.

import { Fragment } from 'react';
import { visibleLine } from '../text/visible-text.ts';

export function PathText({ text }: { text: string }) {
  const parts = visibleLine(text).split(/(?<=[._/:?&=-])(?=[^._/:?&=-])/);
  return (
    <bdi>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text are identified by their index.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}
