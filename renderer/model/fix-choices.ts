// By row: which of the finding's suggested values the user picked on the card.

import { defineStore, type Model } from './model.ts';
import type { Choices } from './request-fix.ts';

export const [choicesOf, useChoices] = defineStore<Record<number, Choices>>(() => ({}));

export const noChoices: Choices = {};

export function choose(model: Model, row: number, path: string, value: string): void {
  choicesOf(model).setState((state) => ({ [row]: { ...state[row], [path]: value } }));
}
