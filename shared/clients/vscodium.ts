// VSCodium.

import { defineClient } from './client.ts';
import { editorSettings } from './vscode.ts';

export const vscodium = defineClient({
  id: 'vscodium',
  name: 'VSCodium',
  settings: editorSettings('VSCodium', 'codium'),
});
