// Omits the app's explanations: they would exceed the page's size limit.

import type { HelpText } from '../../components/help-texts.ts';

const none: HelpText = { name: '', text: '' };
const each = new Proxy({} as Record<string, HelpText>, { get: () => none });

export const approvalHelp = none;
export const unflaggedHelp = none;
export const certaintyHelp = each;
export const ownerHelp = each;
export const verdictHelp = each;
export const classHelp = each;
export const confidenceHelp = (): HelpText => none;
