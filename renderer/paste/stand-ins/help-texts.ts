// The explanations of words are the app's: all of them would weigh more than the page has room for.

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
