// What the place Rehearse shows: a plan, a plan that is edited, or the report cards. Owns the draft and what happens to it.

import { readyPlans } from '../../../shared/features/rehearse/ready-plans.ts';
import { type Plan, readPlan } from '../../../shared/features/rehearse/rehearsal-plan.ts';
import { defineStore, type Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { blankPlan, copyOf } from './plan-draft.ts';
import { rehearsalOf, savePlan } from './rehearsal.ts';

export interface PlanDraft {
  text: string;
  /** A new identity replaces the text of the JSON editor. */
  seed: { text: string };
  /** As it was before the first change. */
  original: string;
  /** The file of the plan that is edited; null: it is a new one. */
  replaces: string | null;
  mode: 'form' | 'json';
}

interface RehearseState {
  /** The name of a ready plan, or `own/` and the file of one of yours. */
  plan: string;
  view: 'plan' | 'edit' | 'cards';
  draft: PlanDraft | null;
  /** Whose last session the preview shows; null: any. */
  scope: { client: string | null; server: string | null };
  onlyDifferences: boolean;
}

export const [rehearseOf, useRehearse] = defineStore<RehearseState>(() => ({
  plan: readyPlans[0]?.name ?? '',
  view: 'plan',
  draft: null,
  scope: { client: null, server: null },
  onlyDifferences: false,
}));

export const ownId = (file: string): string => `own/${file}`;

const takenNames = (model: Model): string[] => [
  ...readyPlans.map(({ name }) => name),
  ...rehearsalOf(model)
    .getState()
    .own.map(({ file }) => file),
];

export const newPlan = (model: Model): void => openDraft(model, blankPlan(takenNames(model)), null);
export const editCopy = (model: Model, plan: Plan): void => openDraft(model, copyOf(plan, takenNames(model)), null);

/** A draft that has changes can be brought back. */
export function openDraft(model: Model, text: string, replaces: string | null): void {
  const { draft: before } = rehearseOf(model).getState();
  const mode = readPlan(text).ok ? 'form' : 'json';
  const draft: PlanDraft = { text, seed: { text }, original: text, replaces, mode };
  rehearseOf(model).setState({ draft, view: 'edit' });
  offerBack(model, before, 'Another draft was open, and its changes were not saved.');
}

export function changeDraft(model: Model, text: string, by: 'form' | 'json'): void {
  const { draft } = rehearseOf(model).getState();
  if (draft) rehearseOf(model).setState({ draft: { ...draft, text, seed: by === 'json' ? draft.seed : { text } } });
}

export function discardDraft(model: Model): void {
  const { draft } = rehearseOf(model).getState();
  rehearseOf(model).setState({ draft: null, view: 'plan' });
  offerBack(model, draft, 'Your changes were discarded.');
}

function offerBack(model: Model, draft: PlanDraft | null, words: string): void {
  if (!draft || draft.text === draft.original) return;
  const bringBack = () => rehearseOf(model).setState({ draft: { ...draft, seed: { text: draft.text } }, view: 'edit' });
  say(model, words, 'plain', { label: 'Undo', run: bringBack });
}

export async function saveDraft(model: Model): Promise<void> {
  const { draft } = rehearseOf(model).getState();
  if (!draft || !readPlan(draft.text).ok) return;
  const saved = await savePlan(model, draft.text, draft.replaces);
  if (saved) rehearseOf(model).setState({ draft: null, view: 'plan', plan: ownId(saved.file) });
}
