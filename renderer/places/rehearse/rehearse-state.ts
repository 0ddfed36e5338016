// What the place Rehearse shows: a plan, or the report cards.

import { readyPlans } from '../../../shared/rehearse/ready-plans.ts';
import { defineStore } from '../../model/model.ts';

interface RehearseState {
  plan: string;
  view: 'plan' | 'cards';
  onlyDifferences: boolean;
}

export const [rehearseOf, useRehearse] = defineStore<RehearseState>(() => ({
  plan: readyPlans[0]?.name ?? '',
  view: 'plan',
  onlyDifferences: false,
}));
