// The page shows failures only, so successes and notifications need no text.

import type * as app from '../../../shared/exchange/summary.ts';

const nothing = { headline: '', detail: '' };

export const summarizeResult: typeof app.summarizeResult = () => nothing;
export const summarizeNotification: typeof app.summarizeNotification = () => nothing;
export const progressed: typeof app.progressed = () => nothing;
export const saysNo: typeof app.saysNo = () => false;
