// The context menu: the system's text actions, and a larger view of the value.

import { type ContextMenuParams, Menu, type MenuItemConstructorOptions, type WebContents } from 'electron';

type Place = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags' | 'x' | 'y'>;

function contextItems(place: Place, inspect: () => void): MenuItemConstructorOptions[] {
  const { isEditable, selectionText, editFlags } = place;
  const copy: MenuItemConstructorOptions = { role: 'copy', enabled: editFlags.canCopy && selectionText !== '' };
  const all: MenuItemConstructorOptions = { role: 'selectAll', enabled: editFlags.canSelectAll };
  if (isEditable) {
    return [
      { role: 'cut', enabled: editFlags.canCut },
      copy,
      { role: 'paste', enabled: editFlags.canPaste },
      { type: 'separator' },
      all,
    ];
  }
  const look: MenuItemConstructorOptions = { id: 'inspect-value', label: 'Inspect value', click: inspect };
  return [copy, all, { type: 'separator' }, look];
}

export function offerContextMenu(contents: WebContents, inspect: (x: number, y: number) => void): void {
  contents.on('context-menu', (_event, params) => {
    Menu.buildFromTemplate(contextItems(params, () => inspect(params.x, params.y))).popup();
  });
}
