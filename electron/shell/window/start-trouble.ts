// If the data folder is not usable: explains why, and lets the user choose how to continue. Owns the text and the choices.

import { app, dialog } from 'electron';

type Choice = 'again' | 'other_folder' | 'go_on' | 'quit';

interface Trouble {
  message: string;
  detail: string;
  /** Recording in memory is possible. */
  canGoOn: boolean;
}

export async function askAboutTrouble({ message, detail, canGoOn }: Trouble): Promise<Choice> {
  // Also printed, for a terminal without a dialog, and for tests.
  console.error(`${message} ${detail}`);
  const choices: [Choice, string][] = [
    ['again', 'Try again'],
    ['other_folder', 'Choose another folder…'],
    ...(canGoOn ? ([['go_on', 'Go on, in memory']] satisfies [Choice, string][]) : []),
    ['quit', 'Quit'],
  ];
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Misfire',
    message,
    detail,
    buttons: choices.map(([, label]) => label),
    defaultId: 0,
    cancelId: choices.length - 1,
    noLink: true,
  });
  return choices[response]?.[0] ?? 'quit';
}

/** Restarts on a folder that the user chooses; false: none was chosen. */
export async function moveToOtherFolder(otherArguments: readonly string[]): Promise<boolean> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    title: 'Where should Misfire keep its log?',
    properties: ['openDirectory', 'createDirectory'],
  });
  const [folder] = filePaths;
  if (canceled || folder === undefined) return false;
  app.relaunch({ args: [...otherArguments, '--data', folder] });
  return true;
}
