// A pasted text has no tool list to look schemas up in.

import type { inputSchemaOf as appInputSchemaOf, useKnownTools as appUseKnownTools } from '../../model/known-tools.ts';

export const useKnownTools = (() => null) as unknown as typeof appUseKnownTools;
export const inputSchemaOf: typeof appInputSchemaOf = () => null;
