// A pasted text has no session to judge, so there is nothing to remember.

import type * as app from '../../../shared/exchange/rule-watch.ts';

export class RuleWatch implements Pick<app.RuleWatch, 'isOldHttp' | 'noteLife' | 'take' | 'takeHttp'> {
  isOldHttp = false;
  noteLife(): void {}
  take() {
    return [];
  }
  takeHttp() {
    return [];
  }
}
