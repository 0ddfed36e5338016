// Files that are dragged over the window: the hint, until they leave. Texts are not files.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../testing/mount.tsx';
import { DropZone } from './drop-zone.tsx';

const hint = page.getByText('Drop it to open it');

function drag(type: 'dragover' | 'dragleave', isFile: boolean): void {
  const dataTransfer = new DataTransfer();
  if (isFile) dataTransfer.items.add(new File(['{}'], 'run.jsonl'));
  else dataTransfer.setData('text/plain', 'words');
  window.dispatchEvent(new DragEvent(type, { dataTransfer, cancelable: true }));
}

test('offers to open files, until they leave the window', async () => {
  await mount(<DropZone />);
  drag('dragover', true);
  await expect.element(hint).toBeVisible();
  drag('dragleave', true);
  await expect.element(hint).not.toBeInTheDocument();
  drag('dragover', false);
  await expect.element(hint).not.toBeInTheDocument();
});
