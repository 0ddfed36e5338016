import { expect, it } from 'vitest';
import { findOffers, type OfferItem, offerText } from './item-list.tsx';

const find = (items: OfferItem[], search: string) =>
  findOffers(items, items.map(offerText), search).map(({ key }) => key);

it('matches all words, in name, title and description', () => {
  const items: OfferItem[] = [
    { key: 'a', name: 'get_order', about: 'Reads one order', more: 'Get an order' },
    { key: 'b', name: 'list_orders', about: 'Reads many' },
  ];
  expect(find(items, '')).toEqual(['a', 'b']);
  expect(find(items, 'ORDER get')).toEqual(['a']);
  expect(find(items, 'many')).toEqual(['b']);
  expect(find(items, 'none')).toEqual([]);
});

it('finds one among 20,000 tools', () => {
  const items = Array.from({ length: 20_000 }, (_, index) => ({
    key: String(index),
    name: `tool_${index}`,
    about: 'x'.repeat(500),
  }));
  const texts = items.map(offerText);
  expect(findOffers(items, texts, 'tool_19999')).toHaveLength(1);
});
