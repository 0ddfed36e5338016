// What a server offers beside its tools: resources, templates, prompts, subscriptions, tasks. Owns asking for the lists.

import { refused } from '../../../shared/api.ts';
import type { Ask } from '../answering.ts';

export class OfferService {
  readonly offers: Ask<'offers'> = async () => refused('refused', 'Not there yet.');
  readonly followTask: Ask<'followTask'> = async () => refused('refused', 'Not there yet.');
}
