// By row: the values that the user entered or picked on the card, by JSON Pointer of the argument.

import type { Json } from '../../shared/json/json.ts';
import { defineStore, type Model } from './model.ts';
import type { Choices } from './request-fix.ts';

export const [choicesOf, useChoices] = defineStore<Record<number, Choices>>(() => ({}));

export const noChoices: Choices = {};

/** undefined: the field is empty again. */
export function choose(model: Model, row: number, path: string, value: Json | undefined): void {
  choicesOf(model).setState((state) => {
    const { [path]: _, ...others } = state[row] ?? noChoices;
    return { [row]: value === undefined ? others : { ...others, [path]: value } };
  });
}
