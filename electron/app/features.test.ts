import { expect, onTestFinished, test } from 'vitest';
import { methodNames } from '../../shared/contract/api.ts';
import { featureMethods } from '../../shared/contract/features.ts';
import { TestInspector } from '../inspector/testing/test-inspector.ts';
import { features } from './features.ts';

test('the features answer the methods that windows know, each once', () => {
  const answered = features.flatMap(({ methods }) => Object.keys(methods));
  expect(answered.toSorted()).toEqual(Object.keys(featureMethods).toSorted());
});

test('no feature opens once the inspector is closed', async () => {
  const inspector = await TestInspector.open();
  const { api } = inspector;
  await inspector.close();
  expect(await api.rehearsal({})).toMatchObject({ ok: false, error: { code: 'refused' } });
});

test('the inspector answers every method', async () => {
  const inspector = await TestInspector.open();
  onTestFinished(() => inspector.close());
  expect(Object.keys(inspector.api).toSorted()).toEqual(methodNames.toSorted());
});
