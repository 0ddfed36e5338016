// Each command, page, tab and method has one owner.

import { expect, it } from 'vitest';
import { methodNames } from '../../shared/contract/api.ts';
import { commands } from '../../shared/contract/commands.ts';
import { coreWaitTexts } from '../model/work.ts';
import { coreRuns } from '../shell/commands/core-commands.ts';
import { features } from './features.ts';

const notOnce = <Name extends string>(names: readonly Name[], ownersOf: (name: Name) => readonly unknown[]): string[] =>
  names.flatMap((name) => (ownersOf(name).length === 1 ? [] : `${name}: ${ownersOf(name).length} times`));

it('runs each command in the core or in one feature', () => {
  const owners = [coreRuns, ...features.flatMap((feature) => feature.commands ?? [])];
  const once = 'Each command is run once: in `commands` of its feature.tsx';
  expect(
    notOnce(commands, (command) => owners.filter((runs) => runs[command])),
    once,
  ).toEqual([]);
});

it('says once what the window waits for while a method runs', () => {
  const texts = [coreWaitTexts, ...features.flatMap(({ waitTexts = [] }) => waitTexts)];
  const once =
    'Name each method once: in `waitTexts` of the feature.tsx that calls it, with null if another place shows it';
  expect(
    notOnce(methodNames, (method) => texts.filter((each) => each[method] !== undefined)),
    once,
  ).toEqual([]);
});

it('gives each page and each tab of a card to one feature', () => {
  const pages = features.flatMap(({ place }) => place?.page ?? []);
  const tabs = features.flatMap(({ card }) => card?.tabs ?? []).map(({ tab }) => tab);
  expect(new Set(pages).size).toBe(pages.length);
  expect(new Set([...tabs, 'explained', 'messages', 'raw']).size).toBe(tabs.length + 3);
});
