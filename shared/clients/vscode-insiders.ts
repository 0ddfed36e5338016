// VS Code Insiders. Its transcripts and logs are those of VS Code.

import { defineClient } from './client.ts';
import { editorPolicy, editorSettings } from './vscode.ts';

export const vscodeInsiders = defineClient({
  id: 'vscode-insiders',
  name: 'VS Code Insiders',
  settings: { ...editorSettings('Code - Insiders', 'code-insiders'), policy: editorPolicy },
});
