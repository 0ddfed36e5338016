// Without rules, nothing is judged.

import type * as app from '../../../shared/exchange/judge-rules.ts';

export const isOfClient: typeof app.isOfClient = ({ actor }) => actor === undefined || actor === 'client';
export const judgeExchange: typeof app.judgeExchange = () => undefined;
export const judgeMessage: typeof app.judgeMessage = () => [];
export const blame: typeof app.blame = () => undefined;
export const reportMistake: typeof app.reportMistake = () => undefined;
export const report: typeof app.report = () => undefined;
